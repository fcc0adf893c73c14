package site

import "context"

// InForce names what scores a lesson's explanations now.
type InForce struct{ Lesson, Scorer, Rubric string }

// ScorersInForce are those of all lessons that are known; one that
// is still being trained is left out.
func (s *Site) ScorersInForce(ctx context.Context) ([]InForce, error) {
	e := s.shelf.Edition()
	var out []InForce
	for _, l := range e.library.Lessons() {
		t, err := s.training(ctx, e, l.Slug)
		if err != nil {
			return nil, err
		}
		if v := t.version(); v != "" {
			out = append(out, InForce{l.Slug, v, t.lesson.Rubric.Version})
		}
	}
	return out, nil
}
