package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/caarlos0/env/v11"
)

// healthTimeout is how long a healthy server may take to answer.
const healthTimeout = 2 * time.Second

func healthcheckCommand() command {
	return command{"healthcheck", "ask the running server whether it is alive; exit 0 or 1", healthcheck}
}

// healthcheck asks the server that the same settings would start.
func healthcheck(ctx context.Context, std stdio, args []string) error {
	c, err := readConfig("healthcheck", std.err, env.ToMap(os.Environ()), args)
	if err != nil {
		return err
	}
	address, err := c.localAddress()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	return alive(ctx, "http://"+address+"/healthz")
}

func alive(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// No proxy: the server is on this machine.
	client := http.Client{Transport: &http.Transport{}}
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	if err := resp.Body.Close(); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, resp.Status)
	}
	return nil
}

// localAddress is where LISTEN_ADDR is reached from this machine.
func (c *config) localAddress() (string, error) {
	host, port, err := net.SplitHostPort(c.ListenAddr)
	if err != nil {
		return "", errors.Join(errors.New("LISTEN_ADDR: want host:port"), err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port), nil
}
