package views

import (
	"context"

	"github.com/a-h/templ"
)

type (
	baseKey  struct{}
	pasteKey struct{}
	holesKey struct{}
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

// WithHoles leaves out of a page what depends on who reads it: in the place of
// each such part stands what hole says for its name. The parts are Masthead
// ("mast"), LessonRail ("rail"), LessonStart ("start"), ExplainForm ("explain"),
// and by their ids, as in "check self-fencing", FigureBody ("figure", of those
// that a prediction comes before), CheckView ("check"), PredictView ("predict"),
// ChallengeView ("challenge") and LabPlaceView ("lab").
func WithHoles(ctx context.Context, hole func(name string) string) context.Context {
	return context.WithValue(ctx, holesKey{}, hole)
}

// own is a part that depends on who reads, or the hole for it.
func own(ctx context.Context, name string, part templ.Component) templ.Component {
	if hole, ok := ctx.Value(holesKey{}).(func(string) string); ok {
		return templ.Raw(hole(name))
	}
	return part
}
