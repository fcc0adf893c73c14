package main

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"fencepost/cmd/web/internal/site"
	"fencepost/lessons/recall"
)

// remindEvery is how often the program looks whether a letter is due.
const remindEvery = 10 * time.Minute

// review reads how spaced review asks.
func (c *config) review(parts *site.Parts) error {
	var err error
	if parts.Retention, err = strconv.ParseFloat(c.ReviewRetention, 64); err == nil {
		_, err = recall.New(parts.Retention)
	}
	if err != nil {
		return fmt.Errorf("REVIEW_RETENTION: %q is no number from %v to %v", c.ReviewRetention, recall.LeastRetention, recall.MostRetention)
	}
	if parts.Daily, err = strconv.Atoi(c.ReviewDaily); err != nil || parts.Daily < site.LeastDaily || parts.Daily > site.MostDaily {
		return fmt.Errorf("REVIEW_DAILY: %q is no number from %d to %d", c.ReviewDaily, site.LeastDaily, site.MostDaily)
	}
	return nil
}

// remind sends letters to those who asked for them, until ctx ends.
func remind(ctx context.Context, s *site.Site, log *slog.Logger) {
	tick := time.NewTicker(remindEvery)
	defer tick.Stop()
	for {
		if err := s.Remind(ctx); err != nil && ctx.Err() == nil {
			log.Error("reminders not sent", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
