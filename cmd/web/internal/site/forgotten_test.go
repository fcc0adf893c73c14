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

// posting is a site that sends its mail to a server of the test.
func posting(t *testing.T) (*script, *mailtest.Server) {
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
	s := newScript(t, testBase, func(s *Site) { s.mail = box })
	s.run("forgotten", `
POST $SETUP
= name=Ada Byron
= email=Ada@mail.example
= password=purple lantern ferry moss
code == 303`)
	return s, at
}

const askForALink = `
as C
GET /signin
body contains Forgot your password?
GET /forgotten
body contains Send me a link
POST /forgotten
= email=%
code == 200
body contains If this address has an account here
`

var resetAddress = regexp.MustCompile(`(?m)^http://fencepost\.test(/reset/\S+)$`)

func TestAForgottenPasswordIsSetByALetter(t *testing.T) {
	s, at := posting(t)
	s.run("ask", strings.ReplaceAll(askForALink, "%", "ada@MAIL.example"))
	letter := <-at.Letters
	link := resetAddress.FindStringSubmatch(letter.Text())
	if letter.To != "Ada@mail.example" || len(link) != 2 || strings.Contains(letter.Text(), "Byron") {
		t.Fatalf("to %s:\n%s", letter.To, letter.Text())
	}
	if got := letter.Message.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/plain") {
		t.Errorf("the letter is %s", got)
	}
	s.kept["RESET"] = link[1]
	s.run("reset", `
later 59m
GET $RESET
code == 200
body contains Choose a new password
header Referrer-Policy == same-origin
header Cache-Control == no-store
POST $RESET
= password=seven lamps along the quay
code == 303
GET /account
code == 200

# It works once.
as D
GET $RESET
code == 404

# The browser that was signed in is out, and the old password opens nothing.
as A
GET /account
code == 303
POST /signin
= email=ada@mail.example
= password=purple lantern ferry moss
code == 422`)
}

func TestALetterExpiresInAnHour(t *testing.T) {
	s, at := posting(t)
	s.run("ask", strings.ReplaceAll(askForALink, "%", "ada@mail.example"))
	s.kept["RESET"] = resetAddress.FindStringSubmatch((<-at.Letters).Text())[1]
	s.run("late", `
later 61m
GET $RESET
code == 404
POST $RESET
= password=seven lamps along the quay
code == 404`)
}

// The page is the same for an address without an account, and nothing is sent.
// The letter that is asked for after it arrives first.
func TestNobodyLearnsWhoHasAnAccount(t *testing.T) {
	s, at := posting(t)
	s.run("nobody", strings.ReplaceAll(askForALink, "%", "nobody@mail.example"))
	unknown := s.body
	s.run("ada", strings.ReplaceAll(askForALink, "%", "ada@mail.example"))
	if s.body != unknown {
		t.Errorf("the page tells who has an account:\n%s\nand without:\n%s", s.body, unknown)
	}
	if got := <-at.Letters; got.To != "Ada@mail.example" {
		t.Errorf("a letter went to %s", got.To)
	}
	s.run("wrong", `
POST /forgotten
= email=no address
code == 422
body contains This is not an e-mail address.
POST /forgotten
= email=ada@mail.example, eve@mail.example
code == 422`)
	for range 5 {
		s.run("often", "POST /forgotten\n= email=nobody@mail.example")
	}
	s.run("often", `
code == 429
header Retry-After ~ ^\d+$
body contains Too many tries`)
	if len(at.Letters) > 0 {
		t.Errorf("a letter went to %s", (<-at.Letters).To)
	}
}
