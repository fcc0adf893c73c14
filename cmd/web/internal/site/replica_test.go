package site

import (
	"log/slog"
	"net/url"
	"slices"
	"testing"

	"fencepost/store"
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

// What was not answered yet stands in the same order after a restart and on
// another replica, and in another for another reader.
func TestOptionsKeepTheirOrderOverARestart(t *testing.T) {
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	order := func(learner string) []int {
		p := Parts{Base: &url.URL{Scheme: "https", Host: "learn.example"}, Store: db, Log: slog.New(slog.DiscardHandler)}
		s := Site{cookie: newCookie(p.Base, sealKey(p))}
		return s.shuffleFor(nil, &store.Learner{ID: learner})("self-fencing", 9)
	}
	first := order("ann")
	if again := order("ann"); !slices.Equal(first, again) {
		t.Errorf("%v before, %v after", first, again)
	}
	if others := order("bob"); slices.Equal(first, others) {
		t.Errorf("two readers have the same order of nine, %v", others)
	}
}
