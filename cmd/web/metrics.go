package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"fencepost/cmd/web/internal/metrics"
	"fencepost/cmd/web/internal/site"
	"fencepost/store/postgres"
	"fencepost/store/sqlite"
)

// counted lets the site's requests be counted, where METRICS_ADDR asks for it;
// else it is nil.
func (c *config) counted(parts *site.Parts) *metrics.Registry {
	if c.MetricsAddr == "" {
		return nil
	}
	r := metrics.New()
	parts.Observer = r
	return r
}

// watch serves /metrics at METRICS_ADDR until the function that it answers is
// called.
func (c *config) watch(ctx context.Context, r *metrics.Registry, parts site.Parts, s *site.Site) (stop func(), err error) {
	if r == nil {
		return func() {}, nil
	}
	c.sources(r, parts, s)
	var listen net.ListenConfig
	on, err := listen.Listen(ctx, "tcp", c.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("listen on METRICS_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", r.Handler(parts.Log))
	server := httpServer(mux, parts.Log)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(on); !errors.Is(err, http.ErrServerClosed) {
			parts.Log.Error("serve metrics", "err", err)
		}
	}()
	parts.Log.Info("metrics are served", "at", "http://"+on.Addr().String()+"/metrics")
	return func() { shutDown(server, parts.Log); <-ended }, nil
}

// shutDown lets a scrape under way finish.
func shutDown(server *http.Server, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		log.Warn("stop serving metrics", "err", errors.Join(err, server.Close()))
	}
}

// sources adds what is read whenever monitoring asks.
func (c *config) sources(r *metrics.Registry, parts site.Parts, s *site.Site) {
	info, _ := debug.ReadBuildInfo()
	built := buildFamily(buildOf(stampVersion, stampCommit, info))
	r.Add(func(context.Context) ([]metrics.Family, error) { return []metrics.Family{built}, nil })
	if db, ok := parts.Store.(interface{ Stats() sqlite.Stats }); ok {
		r.Add(func(context.Context) ([]metrics.Family, error) { return writerFamilies(db.Stats()), nil })
	}
	if db, ok := parts.Store.(interface{ Size() (sqlite.Size, error) }); ok {
		r.Add(func(context.Context) ([]metrics.Family, error) {
			size, err := db.Size()
			return sizeFamilies(size), err
		})
	}
	if db, ok := parts.Store.(*postgres.DB); ok {
		r.Add(func(context.Context) ([]metrics.Family, error) { return postgresFamilies(db.Stats()), nil })
	} else {
		r.Add(func(context.Context) ([]metrics.Family, error) { return diskFamilies(c.DataDir) })
	}
	r.Add(func(ctx context.Context) ([]metrics.Family, error) {
		depth, err := parts.Store.Depth(ctx)
		return []metrics.Family{queueFamily(depth)}, err
	})
	r.Add(func(ctx context.Context) ([]metrics.Family, error) {
		list, err := s.ScorersInForce(ctx)
		return []metrics.Family{scorerFamily(list)}, err
	})
}

func diskFamilies(dir string) ([]metrics.Family, error) {
	free, err := freeBytes(dir)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("free bytes at %s: %w", dir, err)
	}
	return []metrics.Family{metrics.Gauge("fencepost_disk_free_bytes", "Free bytes where the database is.", float64(min(free, math.MaxInt64)))}, nil
}
