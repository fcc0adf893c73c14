package mail

import (
	"strings"
	"testing"

	"fencepost/cmd/web/internal/mail/mailtest"
)

var hello = Letter{
	To: "ada@mail.example", Subject: "A new password — für dich",
	Text: "Hello,\n\n.a line that begins with a dot\nhttps://learn.example/reset/" + strings.Repeat("x", 90) + "\n",
}

// serverAt is a server of ours for one that runs in the test.
func serverAt(t *testing.T, s *mailtest.Server, url, password string) *Server {
	t.Helper()
	out, err := NewServer(Settings{
		URL: strings.ReplaceAll(url, "HOST", s.Addr), Password: password, From: "Fencepost <post@learn.example>",
		Site: "learn.example", TLS: s.TLS,
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestLettersArriveAsTheyWereWritten(t *testing.T) {
	for name, c := range map[string]struct {
		how      mailtest.How
		url      string
		password string
	}{
		"STARTTLS":  {mailtest.How{}, "smtp://HOST", ""},
		"signed in": {mailtest.How{}, "smtp://" + mailtest.User + "@HOST", mailtest.Password},
		"TLS":       {mailtest.How{Implicit: true}, "smtps://" + mailtest.User + "@HOST", mailtest.Password},
		"clear":     {mailtest.How{Clear: true}, "smtp://HOST?tls=off", ""},
	} {
		t.Run(name, func(t *testing.T) {
			at := mailtest.Start(t, c.how)
			if err := serverAt(t, at, c.url, c.password).Send(t.Context(), hello); err != nil {
				t.Fatal(err)
			}
			got := <-at.Letters
			wantLetter(t, got)
			if got.Signed != (c.password != "") || got.TLS != !c.how.Clear {
				t.Errorf("signed in: %t, encrypted: %t", got.Signed, got.TLS)
			}
		})
	}
}

func wantLetter(t *testing.T, got mailtest.Letter) {
	t.Helper()
	if got.To != hello.To || got.From != "post@learn.example" || got.Text() != hello.Text {
		t.Errorf("from %s to %s:\n%s", got.From, got.To, got.Text())
	}
	for key, want := range map[string]string{
		"Auto-Submitted": "auto-generated", "From": `"Fencepost" <post@learn.example>`, "To": "<ada@mail.example>",
		"Subject": "=?UTF-8?q?A_new_password_=E2=80=94_f=C3=BCr_dich?=", "Content-Type": "text/plain; charset=UTF-8",
	} {
		if is := got.Message.Header.Get(key); is != want {
			t.Errorf("%s is %q, want %q", key, is, want)
		}
	}
	if id := got.Message.Header.Get("Message-Id"); !strings.HasSuffix(id, "@learn.example>") {
		t.Errorf("Message-ID is %s", id)
	}
	if _, err := got.Message.Header.Date(); err != nil {
		t.Error(err)
	}
}

// Nothing is sent where the connection is not as safe as was asked for.
func TestNothingIsSentUnencryptedByMistake(t *testing.T) {
	clear, wrong := mailtest.Start(t, mailtest.How{Clear: true}), mailtest.Start(t, mailtest.How{})
	for name, s := range map[string]*Server{
		"without STARTTLS":    serverAt(t, clear, "smtp://HOST", ""),
		"of another name":     serverAt(t, &mailtest.Server{Addr: wrong.Addr}, "smtp://HOST", ""),
		"of another password": serverAt(t, wrong, "smtp://"+mailtest.User+"@HOST", "guess"),
	} {
		err := s.Send(t.Context(), hello)
		if err == nil || len(clear.Letters)+len(wrong.Letters) > 0 {
			t.Errorf("a server %s: %v, %d letters", name, err, len(clear.Letters)+len(wrong.Letters))
		}
		if Passing(err) {
			t.Errorf("a server %s would be tried again: %v", name, err)
		}
	}
}

func TestAnAddressIsOneAddress(t *testing.T) {
	at := mailtest.Start(t, mailtest.How{})
	s := serverAt(t, at, "smtp://HOST", "")
	for _, to := range []string{"", "ada", "a@mail.example, b@mail.example", "a@mail.example\r\nBcc: b@mail.example", "<a@mail.example> b"} {
		if err := s.Send(t.Context(), Letter{To: to, Subject: "x", Text: "x"}); err == nil || Passing(err) {
			t.Errorf("to %q: %v", to, err)
		}
	}
	if err := s.Send(t.Context(), Letter{To: "a@mail.example", Subject: "x\r\nBcc: b@mail.example\r\n\r\nyours", Text: "x"}); err == nil {
		if got := <-at.Letters; got.Message.Header.Get("Bcc") != "" {
			t.Errorf("a subject became a header: %v", got.Message.Header)
		}
	}
	if len(at.Letters) > 0 {
		t.Errorf("%d letters were sent", len(at.Letters))
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, s := range map[string]Settings{
		"no sender":       {URL: "smtp://mail.example"},
		"two senders":     {URL: "smtp://mail.example", From: "a@b.example, c@d.example"},
		"another scheme":  {URL: "https://mail.example", From: "a@b.example"},
		"no host":         {URL: "smtp://", From: "a@b.example"},
		"a path":          {URL: "smtp://mail.example/x", From: "a@b.example"},
		"a word too many": {URL: "smtp://mail.example?starttls=no", From: "a@b.example"},
		"no TLS for TLS":  {URL: "smtps://mail.example?tls=off", From: "a@b.example"},
		"a bad port":      {URL: "smtp://mail.example:99999", From: "a@b.example"},
		"password in URL": {URL: "smtp://u:p@mail.example", From: "a@b.example"},
		"no password":     {URL: "smtp://u@mail.example", From: "a@b.example"},
		"nobody's":        {URL: "smtp://mail.example", Password: "p", From: "a@b.example"},
		"password clear":  {URL: "smtp://u@mail.example?tls=off", Password: "p", From: "a@b.example"},
	} {
		if _, err := NewServer(s); err == nil {
			t.Errorf("%s: %+v was taken", name, s)
		}
	}
}
