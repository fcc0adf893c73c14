package lint

import "fencepost/lessons"

// labs runs the labs of a lesson with the answers that test them, where their
// files are right so far.
func (c *checker) labs(l *lessons.Lesson) {
	if c.Practise == nil {
		return
	}
	for _, lab := range l.Labs() {
		if !c.faulty[lab.Pos.File] {
			c.list = append(c.list, c.Practise(lab)...)
		}
	}
}
