package lessons

// Late is a part of a lesson that is large and needed by few: it may be read
// only when somebody asks for it. The zero Late holds nothing.
type Late[T any] struct {
	kept T
	read func() T
}

// Now is a Late that holds v already.
func Now[T any](v T) Late[T] { return Late[T]{kept: v} }

// Get is the part. It may have been read for this call alone, so who needs it
// twice keeps it for that long, and it is not to be changed.
func (l Late[T]) Get() T {
	if l.read != nil {
		return l.read()
	}
	return l.kept
}
