package site

import (
	"log/slog"
	"net/url"
	"testing"

	"fencepost/store/sqlite"
)

// A page may come from one replica and what is sent from it go to another.
func TestACookieOfOneReplicaIsTheOthersToo(t *testing.T) {
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p := Parts{Base: &url.URL{Scheme: "https", Host: "learn.example"}, Store: db, Log: slog.New(slog.DiscardHandler)}
	one, two := newCookie(p.Base, sealKey(p)), newCookie(p.Base, sealKey(p))
	if _, sealed, ok := two.open(one.mint()); !ok || !sealed {
		t.Error("the other replica does not know the seal")
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, sealed, _ := newCookie(p.Base, sealKey(p)).open(one.mint()); sealed {
		t.Error("a key of its own opened the site's seal")
	}
}
