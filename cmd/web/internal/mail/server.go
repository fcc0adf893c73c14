package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Letter is one message.
type Letter struct {
	To      string // a single address
	Subject string
	Text    string // plain, lines ending in LF
	End     string // address that ends letters of this kind when it is posted to (RFC 8058); "" for none
}

// Sender sends letters.
type Sender interface {
	// Send hands a letter to the server, which then answers for it. An error
	// that is Passing may be gone when it is tried again.
	Send(ctx context.Context, l Letter) error
}

// sendWithin is how long one letter may take.
const sendWithin = 30 * time.Second

// Server is an SMTP server that takes letters.
type Server struct {
	host    string
	from    string // the address that letters come from
	base    string // host of the site, for the letters' ids
	options []gomail.Option
}

// Settings name a server.
type Settings struct {
	// URL is smtp://[user@]host[:port], which must offer STARTTLS (RFC 3207),
	// or smtps:// for TLS from the first byte (RFC 8314). smtp://…?tls=off
	// sends in the clear, for a relay on the same machine; no user then.
	URL      string
	Password string // of the user
	From     string // address that letters come from
	Site     string // host name of the site
	// TLS overrules how the server's certificate is checked; nil: as usual.
	TLS *tls.Config
}

// The ports of RFC 6409 and RFC 8314, and the one of RFC 5321.
const (
	portSubmission  = 587
	portSubmissions = 465
	portRelay       = 25
)

// NewServer reads the settings. The error names what is wrong with them.
func NewServer(s Settings) (*Server, error) {
	from, err := netmail.ParseAddress(s.From)
	if err != nil {
		return nil, fmt.Errorf("the address that mail comes from: %q is none", s.From)
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, errors.New("want smtp://user@host:port or smtps://user@host:port")
	}
	out := &Server{host: u.Hostname(), from: from.String(), base: s.Site}
	out.options = []gomail.Option{gomail.WithTimeout(sendWithin), gomail.WithHELO(helo(s.Site))}
	if s.TLS != nil {
		out.options = append(out.options, gomail.WithTLSConfig(s.TLS))
	}
	if err := out.secure(u); err != nil {
		return nil, err
	}
	return out, out.login(u, s.Password)
}

// helo is how the site names itself to the server.
func helo(site string) string {
	if ip := net.ParseIP(site); ip != nil {
		return "[" + site + "]" // RFC 5321, section 4.1.3
	}
	return site
}

// secure says how the connection is encrypted, and the port that goes with it.
func (s *Server) secure(u *url.URL) error {
	clear, port := u.Query().Get("tls") == "off", portSubmission
	switch {
	case u.RawQuery != "" && !clear:
		return fmt.Errorf("%q is not ?tls=off", "?"+u.RawQuery)
	case u.Scheme == "smtps" && clear:
		return errors.New("smtps:// cannot do without TLS")
	case u.Scheme == "smtps":
		port = portSubmissions
		s.options = append(s.options, gomail.WithSSL())
	case clear:
		port = portRelay
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if text := u.Port(); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 65535 {
			return fmt.Errorf("%q is no port", text)
		}
		port = n
	}
	s.options = append(s.options, gomail.WithPort(port))
	return nil
}

// login says as whom to sign in to the server.
func (s *Server) login(u *url.URL, password string) error {
	_, inURL := u.User.Password()
	switch {
	case inURL:
		return errors.New("the password belongs in a file, not in the address")
	case u.User == nil && password == "":
		return nil
	case u.User == nil || password == "":
		return errors.New("a user needs a password, and a password a user")
	case u.Query().Get("tls") == "off":
		return errors.New("a password is not sent in the clear")
	}
	s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
		gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	return nil
}

// Send implements Sender.
func (s *Server) Send(ctx context.Context, l Letter) error {
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	m, err := s.compose(l)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("prepare to send mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, m); err != nil {
		return fmt.Errorf("send mail: %w", err)
	}
	return nil
}

// compose writes the letter as it goes over the wire. It says that a machine
// wrote it (RFC 3834), so that no other machine answers.
func (s *Server) compose(l Letter) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithEncoding(gomail.EncodingQP), gomail.WithNoDefaultUserAgent())
	if err := errors.Join(m.From(s.from), m.To(l.To)); err != nil {
		return nil, fmt.Errorf("address a letter: %w", err)
	}
	m.Subject(l.Subject)
	m.SetDate()
	m.SetMessageIDWithValue(messageID(s.base))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	if l.End != "" {
		m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+l.End+">")
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	m.SetBodyString(gomail.TypeTextPlain, l.Text)
	return m, nil
}

// Passing says whether a letter that could not be sent may be taken later: the
// server could not be reached, or said so (a reply of 4xx).
func Passing(err error) bool {
	var sent *gomail.SendError
	if errors.As(err, &sent) {
		return sent.IsTemp()
	}
	var unreachable net.Error
	return errors.As(err, &unreachable) || errors.Is(err, context.DeadlineExceeded)
}

// discreet is an error without the addresses that libraries and servers put
// into it.
func discreet(err error) string {
	var sent *gomail.SendError
	if errors.As(err, &sent) {
		return fmt.Sprintf("%s (reply %d)", sent.Reason, sent.ErrorCode())
	}
	return err.Error()
}
