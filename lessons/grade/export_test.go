package grade

// Work counts everything that a loop of Score runs over for a text: its tokens,
// the places of concepts and features in it, and what each of its windows holds.
func (s *Scorer) Work(src string) int {
	r := &reading{}
	s.read(r, src)
	n := len(r.full.Tokens) + len(r.doc.Tokens) + len(r.marks.list) + len(r.places) + len(r.windows)
	for i := range r.windows {
		n += len(r.windows[i].vec.ids) + len(r.passages[i])
	}
	return n
}
