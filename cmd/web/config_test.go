package main

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConfigDefaults(t *testing.T) {
	got, err := readConfig("serve", &bytes.Buffer{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := config{
		ListenAddr: ":8080", DataDir: "./data", LogFormat: "text", MinFreeDisk: "100MB",
		ReviewLease: "60s", PublishScorers: "instructors", RequireSecondFactor: "no", XAPIAnswers: "no", XAPIPlainHTTP: "no", OIDCName: "single sign-on", OIDCTrustFactor: "no",
		LearnerWrites: "120/min", LearnerExplanations: "30/h",
		ReviewRetention: "0.9", ReviewDaily: "20", DatabaseConnections: "20",
		AddressWrites: "6000/min", AddressExplanations: "3000/h", AddressLearners: "1000/h",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

func TestConfigFlagWinsOverEnvironment(t *testing.T) {
	environ := map[string]string{"LISTEN_ADDR": ":1", "DATA_DIR": "/srv"}
	got, err := readConfig("serve", &bytes.Buffer{}, environ, []string{"-listen-addr", ":2"})
	if err != nil {
		t.Fatal(err)
	}
	if got.ListenAddr != ":2" || got.DataDir != "/srv" {
		t.Errorf("listen %q, data %q; want :2 and /srv", got.ListenAddr, got.DataDir)
	}
}

func TestConfigHelpListsEverySettingWithItsDefault(t *testing.T) {
	var out bytes.Buffer
	// What is set now is not what the default is.
	_, err := readConfig("serve", &out, map[string]string{"LISTEN_ADDR": ":9999"}, []string{"-help"})
	if !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("error %v, want flag.ErrHelp", err)
	}
	for _, want := range []string{
		"LISTEN_ADDR", "DATA_DIR", "CONTENT_DIR", "BASE_URL", "LOG_FORMAT", "TRUSTED_PROXIES",
		"-listen-addr", "default :8080", "default ./data", "default text",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("help lacks %q:\n%s", want, out.String())
		}
	}
}

func TestConfigRefusesUnknownFlagsAndArguments(t *testing.T) {
	for _, args := range [][]string{{"-colour", "blue"}, {"now"}} {
		var out bytes.Buffer
		_, err := readConfig("serve", &out, nil, args)
		if code := exitCode(0); !errors.As(err, &code) || code != 2 {
			t.Errorf("%v: error %v, want exit code 2", args, err)
		}
		if !strings.Contains(out.String(), strings.TrimPrefix(args[0], "-")) {
			t.Errorf("%v: complaint does not name it: %q", args, out.String())
		}
		if lines := strings.Count(out.String(), "\n"); lines != 2 || !strings.Contains(out.String(), "web serve -help") {
			t.Errorf("%v: a complaint and where the flags are listed, in two lines, became %d:\n%s", args, lines, out.String())
		}
	}
}

func TestConfigBase(t *testing.T) {
	for _, tt := range []struct{ in, want, complaint string }{
		{in: "http://localhost:8080", want: "http://localhost:8080"},
		{in: "https://learn.example/", want: "https://learn.example"},
		{in: "https://host.example/learn/", want: "https://host.example/learn"},
		{in: "https://host.example/a/../learn", want: "https://host.example/learn"},
		{in: "localhost:8080", complaint: "not an http"},
		{in: "ftp://host", complaint: "not an http"},
		{in: "http://", complaint: "not an http"},
		{in: "http://host/?a=b", complaint: "nothing after it"},
		{in: "http://me:pw@host/", complaint: "nothing after it"},
		{in: "http://host/a b", complaint: "plain letters"},
	} {
		got, err := (&config{BaseURL: tt.in}).base()
		switch {
		case tt.complaint != "":
			if err == nil || !strings.Contains(err.Error(), tt.complaint) {
				t.Errorf("%q: error %v, want one with %q", tt.in, err, tt.complaint)
			}
		case err != nil:
			t.Errorf("%q: %v", tt.in, err)
		case got.String() != tt.want:
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestWithoutABaseTheSiteIsWhereItListens(t *testing.T) {
	for listen, want := range map[string]string{
		":8080": "http://localhost:8080", "127.0.0.1:9000": "http://localhost:9000", "[::1]:81": "http://localhost:81",
	} {
		got, err := (&config{ListenAddr: listen}).base()
		if err != nil || got.String() != want {
			t.Errorf("%s: %v, %v; want %s", listen, got, err, want)
		}
	}
}

func TestAnErrorIsOneLine(t *testing.T) {
	err := errors.Join(errors.New("dial a:\n\trefused\n\trefused"), errors.New("close a"))
	if got, want := oneLine(err), "dial a: refused; close a"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestConfigProxies(t *testing.T) {
	got, err := (&config{TrustedProxies: "10.0.0.0/8, 192.168.1.7,fd00::/8"}).proxies()
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, n := range got {
		text = append(text, n.String())
	}
	if diff := cmp.Diff([]string{"10.0.0.0/8", "192.168.1.7/32", "fd00::/8"}, text); diff != "" {
		t.Errorf("ranges (-want +got):\n%s", diff)
	}
	if _, err := (&config{TrustedProxies: "nginx"}).proxies(); err == nil {
		t.Error("a host name was taken for a range")
	}
}
