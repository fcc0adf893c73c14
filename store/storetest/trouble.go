package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fencepost/store"
)

// texts are kept to the byte or refused whole.
func texts(t *testing.T, o opener) {
	o.run(t, "what a person can type comes back to the byte", func(t *testing.T, s store.Store) {
		for _, text := range []string{
			"", " ", "plain", "a\nb\tc\r\n", "naïve — Straße", "𝔉encing 🦓👩‍👩‍👧", "e\u0301 and é", "\u202eright to left\u202c",
			"'; DROP TABLE explanations; --", `<script>alert("x")</script>`, "$1 ? %s {{.}}", "\ufeffmark", "\uffff\U0010ffff",
			strings.Repeat("lease ", 200_000),
		} {
			base := must[store.Draft](t)(newest(t, s)).Revision
			same(t, must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, text, base, 1)).Text, text)
			same(t, must[store.Draft](t)(s.Draft(t.Context(), ann, leases)).Text, text)
		}
	})
	o.run(t, "a NUL or what is not UTF-8 is refused everywhere", func(t *testing.T, s store.Store) {
		for _, bad := range []string{"a\x00b", "\x00", "a\xffb", "\xed\xa0\x80", "\xc0\x80"} {
			e, a := explanation(1, "k"), attempt(1, "k")
			e.Text = bad
			_, err := s.AddExplanation(t.Context(), e)
			wantErr(t, err, store.ErrInvalid)
			_, err = s.SaveDraft(t.Context(), ann, leases, bad, 0, 1)
			wantErr(t, err, store.ErrInvalid)
			a.Answer = []byte(`"` + bad + `"`)
			_, err = s.AddAttempt(t.Context(), a)
			wantErr(t, err, store.ErrInvalid)
			wantErr(t, s.MarkRead(t.Context(), ann, leases, bad, 1), store.ErrInvalid)
		}
		same(t, must[map[string]store.Standing](t)(s.Standings(t.Context(), ann)), map[string]store.Standing{})
	})
	o.run(t, "an answer that is not JSON is refused", func(t *testing.T, s store.Store) {
		for _, bad := range []string{"", "{", "b", `{"a":1}{}`} {
			a := attempt(1, "k")
			a.Answer = []byte(bad)
			_, err := s.AddAttempt(t.Context(), a)
			wantErr(t, err, store.ErrInvalid)
		}
	})
	o.run(t, "a record without id or key is refused", func(t *testing.T, s store.Store) {
		a, e := attempt(1, ""), explanation(1, "k")
		e.ID = ""
		_, err := s.AddAttempt(t.Context(), a)
		wantErr(t, err, store.ErrInvalid)
		_, err = s.AddExplanation(t.Context(), e)
		wantErr(t, err, store.ErrInvalid)
	})
}

// newest is ann's draft, or one of revision 0.
func newest(t *testing.T, s store.Store) (store.Draft, error) {
	d, err := s.Draft(t.Context(), ann, leases)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return d, err
}

func contexts(t *testing.T, o opener) {
	o.run(t, "a context that has ended stores and reads nothing", func(t *testing.T, s store.Store) {
		ended, end := context.WithCancel(t.Context())
		end()
		_, err := s.AddAttempt(ended, attempt(1, "k"))
		wantErr(t, err, context.Canceled)
		_, err = s.Answered(ended, ann, leases, "self-fencing")
		wantErr(t, err, context.Canceled)
		same(t, len(answersIn(t, s, ann, leases)), 0)
	})
	o.run(t, "contexts that end at any moment never lose an acknowledged write nor another's", func(t *testing.T, s store.Store) {
		acknowledged := together(t, 64, func(ctx context.Context, i int) (string, error) {
			ctx, end := context.WithCancel(ctx)
			defer end()
			if i%2 == 0 {
				go end()
			}
			a := attempt(i, string(rune('0'+i)))
			_, err := s.AddAttempt(ctx, a)
			if errors.Is(err, context.Canceled) && i%2 == 0 {
				return "", nil
			}
			return a.Key, err
		})
		same(t, keys(answersIn(t, s, ann, leases)), set(acknowledged))
	})
}

func keys(list []store.Attempt) map[string]bool {
	m := make(map[string]bool)
	for _, a := range list {
		m[a.Key] = true
	}
	return m
}

func set(list []string) map[string]bool {
	m := make(map[string]bool)
	for _, k := range list {
		if k != "" {
			m[k] = true
		}
	}
	return m
}

func life(t *testing.T, o opener) {
	o.run(t, "ready again and again", func(t *testing.T, s store.Store) {
		for range 3 {
			check(t, s.Ready(t.Context()))
		}
	})
	t.Run("after Close nothing is stored or read", func(t *testing.T) {
		s := o.open(t)
		check(t, s.AddLearner(t.Context(), learner(ann)))
		check(t, s.Close())
		wantErr(t, s.AddLearner(t.Context(), learner(bob)), store.ErrClosed)
		wantErr(t, s.Ready(t.Context()), store.ErrClosed)
		if _, err := s.LearnerByToken(t.Context(), learner(ann).TokenHash); err == nil {
			t.Fatal("read from a closed store")
		}
		check(t, s.Close())
	})
}
