package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	proxied  = "learn.example.org"
	examples = "../../docs/examples/"
)

// certificate writes one for the name that the examples use, and answers who
// trusts it.
func certificate(t *testing.T, certFile, keyFile string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{proxied}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	cert, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return pool
}

// reach makes a browser that finds the example's name at an address, comes
// from 127.0.0.2, and does not follow redirects.
func reach(t *testing.T, at string, trusted *x509.CertPool) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	return &http.Client{
		Jar: jar,
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trusted},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return from.DialContext(ctx, network, at)
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// runProxy starts a proxy and waits until it listens.
func runProxy(t *testing.T, addr string, cmd *exec.Cmd) {
	t.Helper()
	log := new(syncLines)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v; .ci/need installs it", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-ended
	})
	for refusesConnections(addr) {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v\n%s", cmd.Path, err, log)
		default:
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// example is a file of docs/examples with words of it replaced. Each word must
// be there, or the example is not what is tested.
func example(t *testing.T, name string, pairs ...string) string {
	t.Helper()
	text, err := os.ReadFile(examples + name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(string(text), pairs[i]) {
			t.Fatalf("%s does not hold %q", name, pairs[i])
		}
	}
	return strings.NewReplacer(pairs...).Replace(string(text))
}

// nginxMain is what stands around a file of conf.d.
const nginxMain = `USER daemon off; pid DIR/pid; error_log DIR/error.log;
events {}
http {
  access_log off;
  client_body_temp_path DIR/1; proxy_temp_path DIR/2; fastcgi_temp_path DIR/3; uwsgi_temp_path DIR/4; scgi_temp_path DIR/5;
  include DIR/site.conf;
}
`

func TestBehindNginx(t *testing.T) {
	for _, path := range []string{"", "/learn"} {
		t.Run("path="+path, func(t *testing.T) {
			base := "https://" + proxied + path
			s := startServer(t, "-base-url", base, "-trusted-proxies", "127.0.0.1")
			dir, secure, plain := t.TempDir(), freeAddress(t), freeAddress(t)
			trusted := certificate(t, filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"))
			conf := example(t, "nginx.conf",
				"443 ssl", secure+" ssl", "listen 80;", "listen "+plain+";", "proxy_pass http://127.0.0.1:8080", "proxy_pass http://"+s.addr,
				"/etc/ssl/learn.example.org/fullchain.pem", dir+"/cert.pem", "/etc/ssl/learn.example.org/privkey.pem", dir+"/key.pem",
				"location / {", "location "+path+"/ {")
			around := strings.NewReplacer("DIR", dir, "USER", nginxUser()).Replace(nginxMain)
			for name, text := range map[string]string{"site.conf": conf, "nginx.conf": around} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			main := filepath.Join(dir, "nginx.conf")
			if out, err := exec.Command(nginx(), "-p", dir, "-e", "stderr", "-t", "-c", main).CombinedOutput(); err != nil {
				t.Fatalf("nginx -t: %v\n%s", err, out)
			}
			runProxy(t, secure, exec.Command(nginx(), "-p", dir, "-e", "stderr", "-c", main))
			throughProxy(t, s, base, reach(t, secure, trusted))
			resp, err := reach(t, plain, nil).Get("http://" + proxied + path + "/")
			if err != nil || resp.StatusCode != 301 || resp.Header.Get("Location") != base+"/" {
				t.Errorf("without TLS: %v %v", resp, err)
			}
		})
	}
}

// nginxUser keeps nginx from giving up rights by which it reaches the test's
// folder.
func nginxUser() string {
	if os.Getuid() == 0 {
		return "user root;"
	}
	return ""
}

// nginx is where Debian has it, which is not on everybody's path.
func nginx() string {
	if path, err := exec.LookPath("nginx"); err == nil {
		return path
	}
	return "/usr/sbin/nginx"
}

func TestBehindCaddy(t *testing.T) {
	base := "http://" + proxied // without a certificate: that it gets by itself
	s := startServer(t, "-base-url", base, "-trusted-proxies", "127.0.0.1")
	dir, addr := t.TempDir(), freeAddress(t)
	conf := filepath.Join(dir, "Caddyfile")
	text := "{\n\tadmin off\n}\n" + example(t, "Caddyfile", proxied+" {", "http://"+proxied+":"+addr[strings.LastIndex(addr, ":")+1:]+" {", "reverse_proxy 127.0.0.1:8080", "reverse_proxy "+s.addr)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("caddy", "run", "--config", conf, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	runProxy(t, addr, cmd)
	throughProxy(t, s, base, reach(t, addr, nil))
}

// throughProxy reads a page, hands something in as a browser does, and looks at
// what the server takes for the client's address.
func throughProxy(t *testing.T, s *served, base string, browser *http.Client) {
	t.Helper()
	ask := func(method, path string, body io.Reader) *http.Response {
		t.Helper()
		r, err := http.NewRequest(method, base+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", "203.0.113.9") // what a client makes up
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", base[:strings.Index(base, proxied)+len(proxied)])
		}
		resp, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp
	}
	const lesson = "/concepts/leases-and-fencing-tokens"
	resp := ask("GET", lesson, nil)
	if resp.StatusCode != 200 || len(resp.Header.Values("Content-Security-Policy")) != 1 {
		t.Errorf("the lesson: %v", resp)
	}
	if strings.HasPrefix(base, "https") && (resp.Header.Get("Strict-Transport-Security") == "" || !strings.HasPrefix(resp.Header.Get("Set-Cookie"), "__Host-")) {
		t.Errorf("over TLS: %v", resp.Header)
	}
	form := url.Values{"text": {"If the owner crashes it stops renewing, so the lease runs out and another worker may claim it."}}
	resp = ask("POST", lesson+"/explanations", strings.NewReader(form.Encode()))
	if to := resp.Header.Get("Location"); resp.StatusCode != 303 || !strings.Contains(to, "/explanations/") {
		t.Errorf("an explanation: %d, leads to %q", resp.StatusCode, to)
	} else if resp := ask("GET", strings.TrimPrefix(to, pathOf(base)), nil); resp.StatusCode != 200 {
		t.Errorf("its page: %d", resp.StatusCode)
	}
	for _, size := range []int{100 << 10, 3 << 20} {
		if resp := ask("POST", lesson+"/explanations", strings.NewReader("text="+strings.Repeat("a", size))); resp.StatusCode != 413 {
			t.Errorf("%d bytes: %d, want 413", size, resp.StatusCode)
		}
	}
	if log := s.errs.String(); !strings.Contains(log, "ip=127.0.0.2") || strings.Contains(log, "203.0.113.9") {
		t.Errorf("the log takes somebody else for the client:\n%.1500s", log)
	}
}

// pathOf is the path of a site's address.
func pathOf(base string) string {
	_, path, _ := strings.Cut(base, proxied)
	return path
}

// TestSystemdUnit lets systemd judge the example: no line of it unknown, and
// little left to a program that was taken over (0 is nothing, 10 everything).
func TestSystemdUnit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fencepost.service")
	if err := os.WriteFile(file, []byte(example(t, "fencepost.service", "/usr/local/bin/fencepost", os.Args[0])), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	// The threshold counts tenths.
	if out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", file).CombinedOutput(); err != nil {
		t.Errorf("systemd-analyze security: %v\n%s", err, out)
	}
}
