package storetest

import (
	"strings"
	"testing"

	"fencepost/store"
)

// shelf is content of two lessons.
var shelf = []store.Passage{
	{Lesson: leases, Title: "Leases", Head: "Leases", Text: "Ownership that lapses."},
	{Lesson: leases, Anchor: "tokens", Title: "Leases", Head: "A number that rises", Text: "The resource refuses a smaller token: a café’s old order."},
	{Lesson: quorum, Anchor: "votes", Title: "Quorums", Head: "Votes and leases", Text: "A majority decides."},
	{Lesson: quorum, Anchor: "counted", Title: "Quorums", Head: "Counted", Text: "A number of votes."},
}

func content(t *testing.T, o opener) {
	o.run(t, "nothing is found before anything is indexed", func(t *testing.T, s store.Store) {
		same(t, found(t, s, "lease"), "")
	})
	o.run(t, "every word begins a word, in any case and accent", func(t *testing.T, s store.Store) {
		check(t, s.IndexContent(t.Context(), "v1", shelf))
		same(t, found(t, s, "RESOUR tok"), "leases-and-fencing-tokens#tokens")
		same(t, found(t, s, "cafe"), "leases-and-fencing-tokens#tokens")
		same(t, found(t, s, "cafés"), "")
		same(t, found(t, s, "esource"), "")
		same(t, found(t, s, "majority token"), "")
	})
	o.run(t, "a word of a heading comes before one of the text", func(t *testing.T, s store.Store) {
		check(t, s.IndexContent(t.Context(), "v1", shelf))
		same(t, found(t, s, "number"), "leases-and-fencing-tokens#tokens quorums#counted")
	})
	o.run(t, "what was found is marked", func(t *testing.T, s store.Store) {
		check(t, s.IndexContent(t.Context(), "v1", shelf))
		hits := must[[]store.Hit](t)(s.SearchContent(t.Context(), "v1", "maj", 5))
		same(t, hits[0].Excerpt, []store.Run{{Text: "A "}, {Text: "majority", Found: true}, {Text: " decides."}})
		same(t, hits[0].Head, []store.Run{{Text: "Votes and leases"}})
	})
	o.run(t, "nothing typed is an operator", func(t *testing.T, s store.Store) {
		check(t, s.IndexContent(t.Context(), "v1", shelf))
		for _, q := range []string{"", "\"", "*", "text:", "NEAR(", "a OR", "-", "(((", "\x00", strings.Repeat("a ", 500)} {
			_, err := s.SearchContent(t.Context(), "v1", q, 5)
			check(t, err)
		}
		same(t, found(t, s, "majority OR token"), "")
	})
	o.run(t, "each version is found by itself, whichever was wanted last", func(t *testing.T, s store.Store) {
		check(t, s.IndexContent(t.Context(), "v1", shelf))
		check(t, s.IndexContent(t.Context(), "v1", nil)) // indexed already
		check(t, s.IndexContent(t.Context(), "v2", shelf[:1]))
		check(t, s.IndexContent(t.Context(), "v1", nil)) // a replica of the old release starts again
		same(t, foundIn(t, s, "v1", "majority"), "quorums#votes")
		same(t, foundIn(t, s, "v2", "majority"), "")
		same(t, foundIn(t, s, "v2", "lapses"), "leases-and-fencing-tokens#")
	})
	o.run(t, "versions that nobody wanted for long are dropped", func(t *testing.T, s store.Store) {
		for _, v := range []string{"v1", "v2", "v3", "v4", "v1", "v5"} {
			check(t, s.IndexContent(t.Context(), v, shelf))
		}
		var left []string
		for _, v := range []string{"v1", "v2", "v3", "v4", "v5"} {
			if foundIn(t, s, v, "majority") != "" {
				left = append(left, v)
			}
		}
		same(t, left, []string{"v1", "v3", "v4", "v5"})
	})
	o.run(t, "no more hits than were asked for", func(t *testing.T, s store.Store) {
		check(t, s.IndexContent(t.Context(), "v1", shelf))
		same(t, len(must[[]store.Hit](t)(s.SearchContent(t.Context(), "v1", "leases", 2))), 2)
	})
}

// found lists where a query leads in version v1, the best first.
func found(t *testing.T, s store.Store, query string) string {
	t.Helper()
	return foundIn(t, s, "v1", query)
}

func foundIn(t *testing.T, s store.Store, version, query string) string {
	t.Helper()
	var at []string
	for _, h := range must[[]store.Hit](t)(s.SearchContent(t.Context(), version, query, 10)) {
		at = append(at, h.Lesson+"#"+h.Anchor)
	}
	return strings.Join(at, " ")
}
