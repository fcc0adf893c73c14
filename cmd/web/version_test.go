package main

import (
	"regexp"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersionOfABuild(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	noted := func(modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: modified},
		}}
	}
	for _, tt := range []struct {
		name                string
		stampVersion, stamp string
		info                *debug.BuildInfo
		version, commit     string
	}{
		{"noted by the go command", "", "", noted("false"), "v1.2.3", "0123456789ab"},
		{"with changes", "", "", noted("true"), "v1.2.3", "0123456789ab+"},
		{"told by the linker", "v2.0.0", "feedbeef", noted("true"), "v2.0.0", "feedbeef"},
		{"neither", "", "", nil, "(devel)", "unknown"},
	} {
		got := buildOf(tt.stampVersion, tt.stamp, tt.info)
		if want := (build{tt.version, tt.commit, runtime.Version()}); got != want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, want)
		}
	}
}

func TestVersionIsPrinted(t *testing.T) {
	code, out, errs := web(t, t.Context(), "version")
	line := regexp.MustCompile(`^fencepost \S+, commit \S+, go1\.\S+, ` + runtime.GOOS + "/" + runtime.GOARCH + "\n$")
	if code != 0 || !line.MatchString(out) {
		t.Errorf("exit code %d, it says %q %q", code, out, errs)
	}
}
