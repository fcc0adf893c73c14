package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fencepost/store"
)

// replicas are several callers that share one store.
func replicas(t *testing.T, o opener) {
	o.run(t, "of many who bring a key, all get the same one, and later ones too", func(t *testing.T, s store.Store) {
		keys := together(t, 16, func(ctx context.Context, i int) (string, error) {
			key, err := s.SiteKey(ctx, "seal", fmt.Append(nil, "key ", i))
			return string(key), err
		})
		for _, k := range keys {
			same(t, k, keys[0])
		}
		same(t, string(must[[]byte](t)(s.SiteKey(t.Context(), "seal", []byte("late")))), keys[0])
		same(t, string(must[[]byte](t)(s.SiteKey(t.Context(), "other", []byte("its own")))), "its own")
		_, err := s.SiteKey(t.Context(), "seal of nothing", nil)
		wantErr(t, err, store.ErrInvalid)
	})
	o.run(t, "work that nobody is at is done, and its error is handed on", func(t *testing.T, s store.Store) {
		failed := errors.New("failed")
		for range 2 {
			ran, err := s.Alone(t.Context(), "tidy", func(context.Context) error { return failed })
			wantErr(t, err, failed)
			same(t, ran, true)
		}
	})
}
