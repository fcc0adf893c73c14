package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/caarlos0/env/v11"

	"fencepost/cmd/web/internal/door"
	"fencepost/cmd/web/internal/site"
	"fencepost/cmd/web/internal/xapi"
	"fencepost/static"
)

// The bounds of one request and of a shutdown. A slow reader of a large page
// on a bad line needs less than half a minute.
const (
	headerTimeout   = 5 * time.Second
	readTimeout     = 30 * time.Second
	writeTimeout    = 30 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 15 * time.Second
	maxHeaderBytes  = 32 << 10
	maxConnections  = 4096 // at once; for one more, the one that has been quiet for longest ends
	maxOfOneAddress = 1024 // of them from one address (a /64 of IPv6), if it is no proxy of ours
)

// databaseName is the database's file in DATA_DIR.
const databaseName = "fencepost.db"

func serveCommand() command {
	return command{"serve", "serve the site; what web does without a subcommand", serve}
}

// serve runs the site until ctx ends, then finishes what is under way.
func serve(ctx context.Context, std stdio, args []string) error {
	var idle quiet
	idle.collect(startPercent)
	environ := env.ToMap(os.Environ())
	c, err := readConfig("serve", std.err, environ, args)
	if err != nil {
		return err
	}
	if err := c.complain(std.err); err != nil {
		return err
	}
	log, err := c.logger(std.err)
	if err != nil {
		return err
	}
	warnOfStrays(log, environ)
	parts, err := c.parts(log)
	if err != nil {
		return err
	}
	opened := c.openStore(ctx, log)
	go static.Handler() // makes its table, which the site needs once the lessons are read
	desk, err := openContent(c.ContentDir, c.fitted(), parts.Base, log, std.err)
	db, failed := opened()
	if failed != nil {
		return errors.Join(err, failed)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	tellDamage(log, db)
	parts.Store, parts.Shelf = db, desk.shelf
	sender, err := c.recordStore(&parts)
	if err = errors.Join(err, c.people(&parts), c.review(&parts)); err == nil {
		err = serveSite(ctx, c, std, desk, parts, sender, &idle)
	}
	return errors.Join(err, db.Close())
}

// openStore opens the database beside the reading of the content. What it
// answers waits for that.
func (c *config) openStore(ctx context.Context, log *slog.Logger) func() (database, error) {
	waiting := func(err error) { log.Warn("waiting for the database", "err", oneLine(err)) }
	open := sync.OnceValues(func() (database, error) { return c.openDatabase(ctx, waiting) })
	go func() { _, _ = open() }()
	return open
}

// fitted is where scorers that were trained here are kept.
func (c *config) fitted() site.Fitted {
	dir := c.ScorerDir
	if dir == "" {
		dir = filepath.Join(c.DataDir, "scorers")
	}
	return site.Fitted{Dir: dir}
}

// parts are the site's parts that settings alone decide.
func (c *config) parts(log *slog.Logger) (site.Parts, error) {
	base, err := c.base()
	if err != nil {
		return site.Parts{}, err
	}
	proxies, err := c.proxies()
	if err != nil {
		return site.Parts{}, err
	}
	least, err := c.minFreeDisk()
	if err != nil {
		return site.Parts{}, err
	}
	limits, err := c.limits()
	parts := site.Parts{Base: base, Proxies: proxies, Log: log, Now: time.Now, Limits: limits}
	if !c.onPostgres() {
		parts.Room = func() error { return room(c.DataDir, least) }
	}
	return parts, err
}

// serveSite listens, says where, and serves until ctx ends.
func serveSite(ctx context.Context, c config, std stdio, desk *desk, parts site.Parts, sender *xapi.Relay, idle *quiet) error {
	counted := c.counted(&parts)
	s, err := site.New(parts)
	if err != nil {
		return err
	}
	watched, err := c.watch(ctx, counted, parts, s)
	if err != nil {
		return err
	}
	defer watched()
	listener, err := net.Listen("tcp", c.ListenAddr)
	if err != nil {
		return fmt.Errorf("listen on LISTEN_ADDR: %w", err)
	}
	door := &door.Door{Most: maxConnections, MostOfOne: maxOfOneAddress, Neighbour: site.Neighbour(parts.Proxies)}
	listener = door.Listener(listener)
	server := httpServer(idle.counting(s), parts.Log)
	server.ConnState = door.ConnState
	var work sync.WaitGroup
	defer work.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work.Go(func() { idle.rest(ctx) })
	c.behind(ctx, &work, s, desk, parts, sender)
	fmt.Fprintf(std.out, "Fencepost is at %s\n", parts.Base)
	parts.Log.Info("listening", "addr", listener.Addr().String(), "base", parts.Base.String(), "database", c.place())
	if err := welcome(ctx, s, std.out); err != nil && ctx.Err() == nil {
		return err
	}
	return untilDone(ctx, server, listener, parts.Log)
}

// behind starts the work that goes on behind the pages until ctx ends. sender is
// nil where no record store is told.
func (c *config) behind(ctx context.Context, work *sync.WaitGroup, s *site.Site, desk *desk, parts site.Parts, sender *xapi.Relay) {
	work.Go(func() { desk.follow(ctx, s) })
	work.Go(func() { c.tidy(ctx, parts) })
	work.Go(func() { remind(ctx, s, parts.Log) })
	if parts.Mail != nil {
		work.Go(func() { parts.Mail.Run(ctx) })
	}
	if sender != nil {
		work.Go(func() { sender.Run(ctx) })
	}
}

func httpServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// untilDone serves until ctx ends, then lets the requests under way finish.
func untilDone(ctx context.Context, server *http.Server, on net.Listener, log *slog.Logger) error {
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(on) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("stopping", "at_most", shutdownTimeout.String())
	// ctx is over; the shutdown needs time of its own.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("what was still under way after %v was cut off", shutdownTimeout)
		}
		return fmt.Errorf("shut down: %w", errors.Join(err, server.Close()))
	}
	return nil
}
