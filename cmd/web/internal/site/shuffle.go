package site

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/labstack/echo/v4"

	"fencepost/store"
)

// shuffleFor is the order in which one reader sees the options of checks: the
// same at each look, another for everybody else. It is keyed with a secret that
// the store keeps, so that it outlives the process and holds on every replica, and
// nobody can work back from their own cookie to the order in which the options
// were written.
func (s *Site) shuffleFor(c echo.Context, who *store.Learner) func(salt string, n int) []int {
	looker := s.looker(c, who)
	return func(salt string, n int) []int {
		sum := s.cookie.key.sum(append([]byte("order\x00"+salt+"\x00"), looker...))
		return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:]))).Perm(n)
	}
}

// looker names who reads: by what their cookie holds or will hold, so that the
// first answer, which makes the learner, leaves everything where it was; or by
// the learner of their account.
func (s *Site) looker(c echo.Context, who *store.Learner) []byte {
	if who != nil {
		if len(who.TokenHash) > 0 {
			return who.TokenHash
		}
		return []byte(who.ID)
	}
	value, minted := c.Get(mintedKey).(string)
	if !minted {
		value = s.cookie.value(c)
	}
	if secret, _, ok := s.cookie.open(value); ok {
		return hashOf(secret)
	}
	return nil
}
