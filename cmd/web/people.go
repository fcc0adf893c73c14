package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // cohorts have time zones, and a bare image knows none

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/site"
	"fencepost/store"
)

// people adds what lets people in to the parts of the site.
func (c *config) people(parts *site.Parts) error {
	var err error
	if parts.ReviewLease, err = c.reviewLease(); err != nil {
		return err
	}
	demand, err := yes("REQUIRE_SECOND_FACTOR", c.RequireSecondFactor)
	if err != nil {
		return err
	}
	if parts.AdminsPublish, err = c.adminsPublish(); err != nil {
		return err
	}
	if _, err := c.retention(); err != nil {
		return err
	}
	hasher, err := auth.NewHasher(auth.Params, 0)
	if err != nil {
		return err
	}
	rules, err := auth.NewRules(0)
	if err != nil {
		return err
	}
	parts.Accounts, err = auth.New(auth.Options{
		Store: parts.Store, Base: parts.Base, Now: parts.Now, Hasher: hasher, Rules: rules, DemandFactor: demand,
	})
	if err != nil {
		return err
	}
	if parts.Mail, err = c.outbox(*parts); err != nil || c.OIDCIssuer == "" {
		return err
	}
	options, err := c.provider(*parts)
	if err != nil {
		return err
	}
	parts.Provider, parts.ProviderName = auth.NewProvider(parts.Accounts, options), c.OIDCName
	return nil
}

// provider is how to sign in at the OpenID provider.
func (c *config) provider(parts site.Parts) (auth.ProviderOptions, error) {
	if c.OIDCClientID == "" || c.OIDCSecretFile == "" {
		return auth.ProviderOptions{}, errors.New("OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_SECRET_FILE")
	}
	secret, err := os.ReadFile(c.OIDCSecretFile)
	if err != nil {
		return auth.ProviderOptions{}, fmt.Errorf("OIDC_SECRET_FILE: %w", err)
	}
	roles, err := c.oidcRoles()
	if err != nil {
		return auth.ProviderOptions{}, err
	}
	trust, err := yes("OIDC_TRUST_FACTOR", c.OIDCTrustFactor)
	return auth.ProviderOptions{
		Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, Secret: strings.TrimSpace(string(secret)),
		Callback:  parts.Base.String() + site.CallbackPath,
		Scopes:    strings.Fields(c.OIDCScopes),
		RoleClaim: c.OIDCRoleClaim, Roles: roles, TrustFactor: trust,
	}, err
}

// oidcRoles is OIDC_ROLES parsed.
func (c *config) oidcRoles() (map[string]store.Role, error) {
	roles := map[string]store.Role{}
	for pair := range strings.FieldsFuncSeq(c.OIDCRoles, func(r rune) bool { return r == ',' }) {
		word, role, _ := strings.Cut(strings.TrimSpace(pair), "=")
		switch r := store.Role(role); r {
		case store.RoleStudent, store.RoleInstructor, store.RoleAdmin:
			roles[word] = r
		default:
			return nil, fmt.Errorf("OIDC_ROLES: %q is not word=student, word=instructor or word=admin", pair)
		}
	}
	return roles, nil
}

// yes reads a setting that is yes or no.
func yes(name, value string) (bool, error) {
	switch strings.ToLower(value) {
	case "yes", "true", "1":
		return true, nil
	case "no", "false", "0", "":
		return false, nil
	}
	return false, fmt.Errorf("%s: %q is neither yes nor no", name, value)
}

// adminsPublish is PUBLISH_SCORERS parsed.
func (c *config) adminsPublish() (bool, error) {
	switch strings.ToLower(c.PublishScorers) {
	case "instructors", "":
		return false, nil
	case "admins":
		return true, nil
	}
	return false, fmt.Errorf("PUBLISH_SCORERS: %q is neither instructors nor admins", c.PublishScorers)
}

// retention is RETENTION_DAYS parsed; 0 for ever.
func (c *config) retention() (days int, err error) {
	if c.RetentionDays == "" {
		return 0, nil
	}
	days, err = strconv.Atoi(c.RetentionDays)
	if err != nil || days < 1 {
		return 0, fmt.Errorf("RETENTION_DAYS: %q is not a number of days", c.RetentionDays)
	}
	return days, nil
}

// reviewLease is REVIEW_LEASE parsed. A very short one would lapse between two
// heartbeats on a slow line, a very long one keep others waiting for nothing.
func (c *config) reviewLease() (time.Duration, error) {
	d, err := time.ParseDuration(c.ReviewLease)
	if err != nil || d < 2*time.Second || d > time.Hour {
		return 0, fmt.Errorf("REVIEW_LEASE: %q is not a length of time from 2s to 1h", c.ReviewLease)
	}
	return d, nil
}

// welcome prints where the first account is made, as long as nobody can teach.
// Where no link can be stored now, a later start makes one: reading goes on.
func welcome(ctx context.Context, s *site.Site, out io.Writer) error {
	link, err := s.FirstLink(ctx)
	if errors.Is(err, store.ErrUnwritable) || errors.Is(err, store.ErrBusy) {
		fmt.Fprintf(out, "Nobody can teach here yet, and no link for the first account can be made now: %v\n", err)
		return nil
	}
	if err != nil || link == "" {
		return err
	}
	fmt.Fprintf(out, "Nobody can teach here yet. The first account, an administrator's, is made at\n%s\nThe link works once, for a day; a restart makes another.\n", link)
	return nil
}

const (
	tidyEvery = time.Hour
	tidyPart  = 500 // rows deleted in one transaction
)

// tidy deletes what has expired, once an hour, until ctx ends.
func (c *config) tidy(ctx context.Context, parts site.Parts) {
	days, _ := c.retention() // was read at the start
	for {
		_, err := parts.Store.Alone(ctx, "tidy", func(ctx context.Context) error {
			tidyOnce(ctx, parts, days)
			return nil
		})
		if err != nil && ctx.Err() == nil {
			parts.Log.Warn("tidy up", "err", err)
		}
		if !pause(ctx, tidyEvery) {
			return
		}
	}
}

func tidyOnce(ctx context.Context, parts site.Parts, days int) {
	if err := parts.Accounts.Purge(ctx, tidyPart); err != nil && ctx.Err() == nil {
		parts.Log.Warn("delete what has expired", "err", err)
	}
	if days == 0 {
		return
	}
	before := parts.Now().AddDate(0, 0, -days).UnixMilli()
	for ctx.Err() == nil {
		n, err := parts.Store.DeleteBefore(ctx, before, tidyPart)
		if err != nil {
			parts.Log.Warn("delete old work", "err", err)
			return
		}
		if n < tidyPart {
			return
		}
		parts.Log.Info("deleted old work", slog.Int("explanations", n))
	}
}
