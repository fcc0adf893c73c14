package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"fencepost/cmd/web/internal/site"
	"fencepost/cmd/web/internal/xapi"
)

// recordStore adds what tells a learning record store to the parts of the site,
// and answers the relay that sends; nil where XAPI_ENDPOINT names none.
func (c *config) recordStore(parts *site.Parts) (*xapi.Relay, error) {
	client, err := c.xapiClient()
	if err != nil || client == nil {
		return nil, err
	}
	answers, err := yes("XAPI_ANSWERS", c.XAPIAnswers)
	if err != nil {
		return nil, err
	}
	parts.Teller = xapi.NewTeller(parts.Base, parts.Store, answers)
	return xapi.NewRelay(parts.Store, client, parts.Log, parts.Now), nil
}

// xapiClient is how to speak to the record store; nil for none.
func (c *config) xapiClient() (*xapi.Client, error) {
	if c.XAPIEndpoint == "" {
		if c.XAPIUsername != "" || c.XAPIPasswordFile != "" {
			return nil, errors.New("XAPI_USERNAME and XAPI_PASSWORD_FILE need XAPI_ENDPOINT")
		}
		return nil, nil
	}
	plain, err := yes("XAPI_PLAIN_HTTP", c.XAPIPlainHTTP)
	if err != nil {
		return nil, err
	}
	s := xapi.Settings{Endpoint: c.XAPIEndpoint, Username: c.XAPIUsername, Plain: plain}
	if (c.XAPIUsername == "") != (c.XAPIPasswordFile == "") {
		return nil, errors.New("XAPI_USERNAME and XAPI_PASSWORD_FILE belong together")
	}
	if c.XAPIPasswordFile != "" {
		password, err := os.ReadFile(c.XAPIPasswordFile)
		if err != nil {
			return nil, fmt.Errorf("XAPI_PASSWORD_FILE: %w", err)
		}
		s.Password = strings.TrimRight(string(password), "\r\n")
	}
	client, err := xapi.NewClient(s)
	if err != nil {
		return nil, fmt.Errorf("XAPI_ENDPOINT: %w", err)
	}
	return client, nil
}
