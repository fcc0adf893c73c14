package store

import "context"

// Roll is the list of all accounts for whoever runs the machine, at its command
// line. Nothing that answers a request may use it: there, People takes a Scope.
type Roll interface {
	// Roll are all accounts by id, the oldest first, suspended ones included.
	Roll(ctx context.Context, p Page) (Listing[Person], error)
}
