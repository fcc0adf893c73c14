package views

import "context"

type baseKey struct{}

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
