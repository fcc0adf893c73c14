package demo

import "testing"

func TestAnObjectionQuotesWithoutASecondFullStop(t *testing.T) {
	text := "The lock service hands out numbers. Storage keeps the newest and it refuses whatever is older."
	for claim, want := range map[string]string{
		"said":      "I did say it, though in other words: ‘… the newest and it refuses whatever is older’.",
		"not_meant": "I wrote ‘The lock service hands out numbers. Storage keeps …’ and meant the opposite of what was found.",
	} {
		if got := reason(claim, text); got != want {
			t.Errorf("%s: %q, want %q", claim, got, want)
		}
	}
}
