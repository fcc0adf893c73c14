package site

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"fencepost/cmd/web/internal/mail"
	"fencepost/cmd/web/internal/mail/mailtest"
)

// reminding is a site that sends its mail to a server of the test, with Ada, who
// has missed a check.
func reminding(t *testing.T) (*script, *Site, *mailtest.Server) {
	t.Helper()
	at := mailtest.Start(t, mailtest.How{})
	server, err := mail.NewServer(mail.Settings{
		URL: "smtp://" + mailtest.User + "@" + at.Addr, Password: mailtest.Password, From: "post@fencepost.test", Site: "fencepost.test", TLS: at.TLS,
	})
	if err != nil {
		t.Fatal(err)
	}
	box := mail.NewOutbox(server, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { box.Run(ctx) })
	t.Cleanup(func() { stop(); ended.Wait() })
	var site *Site
	s := newScript(t, testBase, func(s *Site) { s.mail, site = box, s })
	s.run("ada", `
POST $SETUP
= name=Ada Byron
= email=Ada@mail.example
= password=purple lantern ferry moss
code == 303
POST /concepts/leases-and-fencing-tokens/checks/self-fencing
= option=service-blocks
code == 303
GET /review/settings
body contains Send a letter to Ada@mail.example
body lacks needs an account`)
	return s, site, at
}

const askForLetters = `
POST /review/settings
= daily=20
= remind=on
= hour=0
code == 303
header Location == /review/settings?done=saved
GET /review/settings
body ~ name="remind"[^>]* checked
later 24h`

// signInAgain is for who is signed out by the time that goes by: Ada, as the first
// account, is an administrator.
const signInAgain = `
POST /signin
= email=ada@mail.example
= password=purple lantern ferry moss
code == 303
`

// remind lets the site send what is due, as often as several servers would, and
// says how many letters came.
func remind(t *testing.T, site *Site, at *mailtest.Server) int {
	t.Helper()
	for range 3 {
		if err := site.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return arrived(t, site, at)
}

// hands is how many letters an outbox sends at once.
const hands = 4

// arrived counts the letters that have come once the outbox has done all that
// was put into it: when each hand holds the last of as many jobs, none of them
// has another left.
func arrived(t *testing.T, site *Site, at *mailtest.Server) (n int) {
	t.Helper()
	var all sync.WaitGroup
	all.Add(hands)
	for range hands {
		site.mail.Put(func(context.Context) (mail.Letter, bool, error) {
			all.Done()
			all.Wait()
			return mail.Letter{}, false, nil
		})
	}
	all.Wait()
	for {
		select {
		case <-at.Letters:
			n++
		default:
			return n
		}
	}
}

func TestNobodyIsRemindedUnasked(t *testing.T) {
	s, site, at := reminding(t)
	s.run("later", "later 24h")
	if n := remind(t, site, at); n != 0 {
		t.Errorf("%d letters", n)
	}
}

var endAddress = regexp.MustCompile(`(?m)^http://fencepost\.test(/review/letters/\S+)$`)

func TestALetterADayWhereItIsAskedFor(t *testing.T) {
	s, site, at := reminding(t)
	s.run("ask", strings.TrimSuffix(askForLetters, "later 24h"))
	if n := remind(t, site, at); n != 0 {
		t.Fatalf("%d letters on a day on which nothing is due", n)
	}
	s.run("later", "later 24h")
	for range 3 {
		if err := site.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	l := <-at.Letters
	end := endAddress.FindStringSubmatch(l.Text())
	if l.To != "Ada@mail.example" || len(end) != 2 || !strings.Contains(l.Text(), "\nhttp://fencepost.test/review\n") {
		t.Fatalf("to %s:\n%s", l.To, l.Text())
	}
	if got := l.Message.Header.Get("Subject"); got != "1 review at fencepost.test" {
		t.Errorf("about %q", got)
	}
	if got := l.Message.Header.Get("List-Unsubscribe-Post"); got != "List-Unsubscribe=One-Click" {
		t.Errorf("one click: %q", got)
	}
	if got := l.Message.Header.Get("List-Unsubscribe"); got != "<http://fencepost.test"+end[1]+">" {
		t.Errorf("ends at %q", got)
	}
	if n := arrived(t, site, at); n != 0 {
		t.Errorf("%d more letters on the same day", n)
	}
	s.run("later", "later 24h")
	if n := remind(t, site, at); n != 1 {
		t.Errorf("%d letters the day after", n)
	}
	s.kept["END"] = end[1]
	s.run("end", `
as nobody
GET $END
code == 200
body contains End the letters
GET /review/letters/another
code == 200
POST /review/letters/another
code == 404
POST $END
= List-Unsubscribe=One-Click
code == 200
body contains The letters have ended
as A
`+signInAgain+`
GET /review/settings
body contains Send a letter to Ada@mail.example
body lacks checked
later 24h`)
	if n := remind(t, site, at); n != 0 {
		t.Errorf("%d letters after they were ended", n)
	}
}

func TestNoLetterOnADayOfReview(t *testing.T) {
	s, site, at := reminding(t)
	s.run("ask", askForLetters+signInAgain+`
GET /review
keep TURN name="turn" value="(\d+)"
POST /review
= lesson=leases-and-fencing-tokens
= kind=check
= item=self-fencing
= turn=$TURN
= give=up
code == 303`)
	if n := remind(t, site, at); n != 0 {
		t.Errorf("%d letters", n)
	}
	s.run("later", "later 24h")
	if n := remind(t, site, at); n != 1 {
		t.Errorf("%d letters the day after", n)
	}
}
