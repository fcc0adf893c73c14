package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"fencepost/cmd/web/internal/mail"
	"fencepost/cmd/web/internal/site"
)

// outbox takes the site's letters; nil where SMTP_URL names no server.
func (c *config) outbox(parts site.Parts) (*mail.Outbox, error) {
	if c.SMTPURL == "" {
		if c.SMTPPasswordFile != "" || c.MailFrom != "" {
			return nil, errors.New("SMTP_PASSWORD_FILE and MAIL_FROM need SMTP_URL")
		}
		return nil, nil
	}
	var password []byte
	var err error
	if c.SMTPPasswordFile != "" {
		if password, err = os.ReadFile(c.SMTPPasswordFile); err != nil {
			return nil, fmt.Errorf("SMTP_PASSWORD_FILE: %w", err)
		}
	}
	server, err := mail.NewServer(mail.Settings{
		URL: c.SMTPURL, Password: strings.TrimRight(string(password), "\r\n"), From: c.MailFrom, Site: parts.Base.Hostname(),
	})
	if err != nil {
		return nil, fmt.Errorf("SMTP_URL, MAIL_FROM: %w", err)
	}
	return mail.NewOutbox(server, parts.Log), nil
}
