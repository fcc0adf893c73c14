package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// token is what looks like 32 random bytes: a session's, a link's, a cookie's.
var token = regexp.MustCompile(`(^|[^A-Za-z0-9_-])[A-Za-z0-9_-]{43}($|[^A-Za-z0-9_-])`)

// keepsSecrets reads all that the server wrote and looks for what people typed,
// and for tokens and cookies. The link of the first start is printed on purpose
// and left out.
func (s *server) keepsSecrets(t *testing.T, typed ...string) {
	t.Helper()
	lines := 0
	for line := range strings.Lines(s.Log.String()) {
		if strings.Contains(line, s.url+"/setup/") {
			continue
		}
		lines++
		line = strings.ReplaceAll(line, "route=/worker.js", "") // the address of a file of ours, and a word of students
		for _, fault := range tells(line, typed) {
			t.Errorf("the log tells %s: %s", fault, line)
		}
	}
	if lines < 20 {
		t.Errorf("the log has only %d lines; nothing was looked at:\n%s", lines, &s.Log)
	}
}

// tells is what a line gives away, letters' case aside and as it stands in an
// address too.
func tells(line string, typed []string) (faults []string) {
	low := strings.ToLower(line)
	for _, text := range typed {
		for word := range strings.FieldsSeq(strings.ToLower(text)) {
			if secret := len(word) >= 6 && !plain[word] || strings.Contains(word, "@"); secret && strings.Contains(low, word) {
				faults = append(faults, "what was typed ("+word+")")
			}
		}
	}
	if token.MatchString(line) {
		faults = append(faults, "a token")
	}
	for _, never := range []string{"fencepost-session", "set-cookie", "%40"} {
		if strings.Contains(low, never) {
			faults = append(faults, never)
		}
	}
	return faults
}

// plain are words that the program writes of its own, in routes and messages.
var plain = map[string]bool{"answers": true, "server": true, "status": true, "request": true, "stored": true, "method": true, "lesson": true, "nobody": true, "another": true}

func TestWhatALogTellsIsSeen(t *testing.T) {
	for _, line := range []string{
		`msg=request to=sam@mail.example`, `msg=request text="The HEARTBEAT stops"`, `msg=failed err="` + strings.Repeat("Ab1-", 10) + `xyz"`, `path=/x?e=sam%40mail`,
	} {
		if len(tells(line, []string{"sam@mail.example", "a heartbeat stops"})) == 0 {
			t.Errorf("nothing is seen in %s", line)
		}
	}
	if faults := tells(`time=2026-09-01T09:00:00Z level=INFO msg=request id=ABCDEFGHIJKL route=/answers status=200`, []string{"answers a@b.example"}); len(faults) > 0 {
		t.Errorf("seen in a line of the log: %q", faults)
	}
}
