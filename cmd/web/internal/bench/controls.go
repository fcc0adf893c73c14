package main

import (
	"context"
	"net/url"
	"os"

	"fencepost/cmd/web/internal/process"
)

// controls are what the lesson's page is compared with, served by the site's own
// stack: TestControls of package site.
type controls struct {
	*process.Process
	cookie string // of a reader who is signed in and has made progress
}

func (b *bench) startControls(ctx context.Context, compressed []byte) (*controls, error) {
	addr, err := process.FreeAddr()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(b.scratch, "controls")
	if err != nil {
		return nil, err
	}
	class, err := makeClass(ctx, dir, 1, 1)
	if err != nil {
		return nil, err
	}
	body, err := b.writeFile("page.gz", compressed)
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, addr, "/memory", nil, b.controls, "-test.run", "^TestControls$", "-test.timeout", "0",
		"-controls-addr", addr, "-controls-data", dir, "-controls-body", body)
	if err != nil {
		return nil, err
	}
	return &controls{p, class[0].cookie(&url.URL{Scheme: "http", Host: addr})}, nil
}
