package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Set by the linker where the sources are built without their history, as in
// the container: -ldflags "-X main.stampVersion=v1.2.0 -X main.stampCommit=0a1b2c3".
var stampVersion, stampCommit string

func versionCommand() command {
	return command{"version", "print version, commit, Go and platform", printVersion}
}

func printVersion(_ context.Context, std stdio, _ []string) error {
	info, _ := debug.ReadBuildInfo()
	b := buildOf(stampVersion, stampCommit, info)
	_, err := fmt.Fprintf(std.out, "fencepost %s, commit %s, %s, %s/%s\n", b.version, b.commit, b.goVersion, runtime.GOOS, runtime.GOARCH)
	return err
}

// build says what this program was made of.
type build struct{ version, commit, goVersion string }

// shortCommit is how much of a commit's name tells it from any other.
const shortCommit = 12

// buildOf takes what the linker was told, else what the go command noted: the
// commit has + after it where files differed from it. info may be nil.
func buildOf(version, commit string, info *debug.BuildInfo) build {
	noted, changed := "", ""
	if info == nil {
		info = new(debug.BuildInfo)
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			noted = s.Value[:min(shortCommit, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if noted != "" {
		noted += changed
	}
	return build{
		version:   cmp.Or(version, info.Main.Version, "(devel)"),
		commit:    cmp.Or(commit, noted, "unknown"),
		goVersion: runtime.Version(),
	}
}
