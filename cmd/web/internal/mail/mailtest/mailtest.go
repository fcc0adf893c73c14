// Package mailtest is an SMTP server for tests: it speaks the protocol on a
// port of this machine and keeps what it is sent.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// The account that the server knows, where it asks for one.
const (
	User     = "fencepost"
	Password = "a word for the relay"
)

// Letter is what came over the wire.
type Letter struct {
	From, To string // of the envelope
	Message  *mail.Message
	Body     string // as it came, encoded
	Signed   bool   // the client signed in
	TLS      bool
}

// How says what kind of server it is.
type How struct {
	Implicit bool // TLS from the first byte
	Clear    bool // no TLS at all
	// Refuse is asked at each RCPT TO; nil takes all.
	Refuse func(to string) error
}

// Server is one that runs until the test ends.
type Server struct {
	Addr    string      // host:port
	TLS     *tls.Config // for a client that is to trust it
	Letters chan Letter

	how How
}

// Start starts a server.
func Start(t testing.TB, how How) *Server {
	t.Helper()
	config, trust := certificate(t)
	s := &Server{TLS: &tls.Config{RootCAs: trust, ServerName: "localhost"}, Letters: make(chan Letter, 64), how: how}
	server := smtp.NewServer(s)
	server.Domain, server.MaxMessageBytes, server.EnableSMTPUTF8 = "localhost", 1<<20, true
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = "localhost:" + listener.Addr().String()[len("127.0.0.1:"):]
	switch {
	case how.Implicit:
		listener = tls.NewListener(listener, config)
	case !how.Clear:
		server.TLSConfig = config
	}
	var running sync.WaitGroup
	running.Go(func() { _ = server.Serve(listener) }) // ends when it is closed
	t.Cleanup(func() {
		_ = listener.Close() // it may not be the server's yet
		_ = server.Close()
		running.Wait()
	})
	return s
}

// certificate is one for localhost, and the pool that trusts it.
func certificate(t testing.TB) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

// NewSession implements smtp.Backend.
func (s *Server) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{server: s, conn: c}, nil
}

// session is one connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	letter Letter
	signed bool
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != User || password != Password {
			return smtp.ErrAuthFailed
		}
		s.signed = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.letter = Letter{From: from, Signed: s.signed}
	_, s.letter.TLS = s.conn.TLSConnectionState()
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.letter.To != "" {
		return errors.New("a second recipient")
	}
	s.letter.To = to
	if s.server.how.Refuse != nil {
		return s.server.how.Refuse(to)
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.letter.Message, err = mail.ReadMessage(strings.NewReader(string(raw))); err != nil {
		return err
	}
	body, err := io.ReadAll(s.letter.Message.Body)
	s.letter.Body = string(body)
	s.server.Letters <- s.letter
	return err
}

func (s *session) Reset()        { s.letter = Letter{} }
func (s *session) Logout() error { return nil }

// Text is the letter's text, decoded, lines ending in LF.
func (l Letter) Text() string {
	text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(l.Body)))
	if err != nil {
		return "cannot be decoded: " + err.Error()
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
