package views

// Emblems are the names of the drawings that a lesson can have beside its
// title.
func Emblems() []string {
	return []string{"async", "concurrency", "idempotency", "leases", "ordering", "partitioning", "queues"}
}
