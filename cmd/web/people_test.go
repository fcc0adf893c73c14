package main

import (
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/site"
	"fencepost/store"
	"fencepost/store/sqlite"
)

func TestOIDCRoles(t *testing.T) {
	got, err := (&config{OIDCRoles: "staff=instructor, it=admin,all=student"}).oidcRoles()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]store.Role{"staff": store.RoleInstructor, "it": store.RoleAdmin, "all": store.RoleStudent}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("roles (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"staff", "staff=king", "=,"} {
		if _, err := (&config{OIDCRoles: bad}).oidcRoles(); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// A setting that is wrong stops the start and names itself.
func TestPeopleSettingsThatAreRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]config{
		"REQUIRE_SECOND_FACTOR": {RequireSecondFactor: "perhaps"},
		"RETENTION_DAYS":        {RetentionDays: "-1"},
		"OIDC_CLIENT_ID":        {OIDCIssuer: "https://id.example"},
		"OIDC_SECRET_FILE":      {OIDCIssuer: "https://id.example", OIDCClientID: "x", OIDCSecretFile: secret + ".not"},
		"OIDC_ROLES":            {OIDCIssuer: "https://id.example", OIDCClientID: "x", OIDCSecretFile: secret, OIDCRoles: "x"},
		"SMTP_URL":              {SMTPURL: "http://mail.example", MailFrom: "a@learn.example"},
		"MAIL_FROM":             {SMTPURL: "smtp://mail.example"},
		"SMTP_PASSWORD_FILE":    {SMTPURL: "smtp://u@mail.example", MailFrom: "a@learn.example", SMTPPasswordFile: secret + ".not"},
		"need SMTP_URL":         {MailFrom: "a@learn.example"},
		"OIDC_TRUST_FACTOR":     {OIDCIssuer: "https://id.example", OIDCClientID: "x", OIDCSecretFile: secret, OIDCTrustFactor: "maybe"},
	} {
		parts := site.Parts{Base: &url.URL{Scheme: "https", Host: "learn.example"}, Now: time.Now}
		c.ReviewLease = "60s"
		if err := c.people(&parts); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The first start says where the first account is made; once there is one, no
// start does.
func TestWelcomeNamesTheFirstLink(t *testing.T) {
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	parts := site.Parts{
		Base: &url.URL{Scheme: "https", Host: "learn.example", Path: "/learn"}, Now: time.Now,
		Log: slog.New(slog.DiscardHandler), Store: db, Shelf: new(site.Shelf),
	}
	if err := (&config{ReviewLease: "60s"}).people(&parts); err != nil {
		t.Fatal(err)
	}
	s, err := site.New(parts)
	if err != nil {
		t.Fatal(err)
	}
	said := func() string {
		var out strings.Builder
		if err := welcome(t.Context(), s, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if got := said(); !strings.Contains(got, "https://learn.example/learn/setup/") {
		t.Errorf("the first start says %q", got)
	}
	_, err = parts.Accounts.Add(t.Context(), auth.Newcomer{Name: "Ada", Email: "ada@mail.example", Password: "purple lantern ferry moss"}, store.RoleInstructor)
	if err != nil {
		t.Fatal(err)
	}
	if got := said(); got != "" {
		t.Errorf("a later start says %q", got)
	}
}
