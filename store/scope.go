package store

// Scope says whose work a query may see. Every list, count, search and export
// of other people's work takes one, and there is no way to ask without: so a
// right cannot be missed on a second path.
//
//   - An admin sees everything.
//   - Whoever teaches (an instructor or an assistant, in a cohort, whatever
//     their role on the site) sees the work of the active students of those
//     cohorts, and their own.
//   - Everybody else sees their own.
//
// A Scope holds who asks, never what they may see: each statement looks that up
// at the moment at which it runs, so that removing an instructor from a cohort,
// taking an admin's role or suspending a person works at once, even on an
// export under way. What is out of sight is ErrNotFound where one thing was
// asked for, and absent from lists, counts and searches.
//
// Exports, rosters and changes to a cohort are for instructors of that cohort
// and for admins; to an assistant they are out of sight.
//
// The zero Scope sees nothing.
type Scope struct {
	person string
}

// ScopeOf is what p may see. Pass the person of the session, never one named
// by a form.
func ScopeOf(p Person) Scope { return Scope{person: p.ID} }

// PersonID is who asks.
func (s Scope) PersonID() string { return s.person }

// Page asks for a part of a list.
type Page struct {
	After string // Listing.Next of the part before; "" for the beginning
	N     int    // rows at most; values outside 1 to 500 mean 50
}

// Listing is a part of a list. Lists are paged by the place of their last row,
// so that a deep page costs as much as the first, and rows that come or go
// meanwhile neither repeat nor hide others.
type Listing[T any] struct {
	Rows []T
	Next string // for Page.After; "" where this is the end
}
