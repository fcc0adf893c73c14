package store

import "context"

// Replicas are what several processes that serve one site share.
type Replicas interface {
	// SiteKey is the key of that name that all processes of the site have. Where
	// there is none, fresh becomes it; of several who bring one, one is kept.
	SiteKey(ctx context.Context, name string, fresh []byte) ([]byte, error)
	// Alone runs do, unless another process is at work of that name at this
	// moment, and says whether it ran. Where the turn is lost with its connection
	// the context of do ends, and the error says so. It saves labour; that nothing
	// is done twice rests on each write's own checks, for that may be heard of late.
	Alone(ctx context.Context, work string, do func(context.Context) error) (ran bool, err error)
}
