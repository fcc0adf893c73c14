package main

import (
	"log/slog"
	"maps"
	"slices"
	"strings"

	"fencepost/lessons"
)

// stray is a variable of the environment that looks meant for this program
// and that it does not read.
type stray struct{ name, meant string }

func (s stray) String() string {
	if s.meant == "" {
		return s.name + " is set, and no setting has that name; web -help lists them"
	}
	return s.name + " is set, and no setting has that name; did you mean " + s.meant + "?"
}

// ourPrefix is what people put before a program's variables. Ours have none.
const ourPrefix = "FENCEPOST_"

// strays are the variables that begin with our name, or are a slip of the
// finger away from a setting, by name.
func strays(environ map[string]string) (out []stray) {
	var known []string
	for _, s := range new(config).settings() {
		known = append(known, s.env)
	}
	for _, name := range slices.Sorted(maps.Keys(environ)) {
		if slices.Contains(known, name) {
			continue
		}
		bare, ours := strings.CutPrefix(strings.ToUpper(name), ourPrefix)
		if meant := nearest(bare, known); meant != "" || ours {
			out = append(out, stray{name, meant})
		}
	}
	return out
}

// nearest is the setting that differs from name by at most two letters, or
// one where the name is short; "" for none.
func nearest(name string, known []string) string {
	best, least := "", 3
	if len(name) < 9 {
		least = 2
	}
	for _, k := range known {
		if name+"_FILE" == k {
			return k // a secret that would lie in the environment unread
		}
		if d := lessons.Distance(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// warnOfStrays says once, at the start, which variables nobody reads. Their
// values are not written: a misspelt secret is a secret.
func warnOfStrays(log *slog.Logger, environ map[string]string) {
	for _, s := range strays(environ) {
		log.Warn("unknown setting", "name", s.name, "meant", s.meant)
	}
}
