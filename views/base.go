package views

import (
	"context"

	"github.com/a-h/templ"
)

type (
	baseKey  struct{}
	pasteKey struct{}
)

// WithBase says under which path the site is served ("" or "/learn"), for the
// addresses that components make themselves. Addresses in view models already
// carry it.
func WithBase(ctx context.Context, base string) context.Context {
	return context.WithValue(ctx, baseKey{}, base)
}

// Path is the address of a page of this site, given from the root: "/answers"
// is "/learn/answers" where the site is served under /learn.
func Path(ctx context.Context, p string) string {
	base, _ := ctx.Value(baseKey{}).(string)
	return base + p
}

// WithPaste says what stands in a page for a part that is the same for everyone
// who reads: made once under its key, and pasted from then on.
func WithPaste(ctx context.Context, paste func(key string, part templ.Component) templ.Component) context.Context {
	return context.WithValue(ctx, pasteKey{}, paste)
}

// same is a part that depends on the content alone, drawn once if the page's
// context knows how. Parts with the same key must be the same.
func same(ctx context.Context, key string, part templ.Component) templ.Component {
	if paste, ok := ctx.Value(pasteKey{}).(func(string, templ.Component) templ.Component); ok {
		return paste(key, part)
	}
	return part
}
