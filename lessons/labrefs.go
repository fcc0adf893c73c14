package lessons

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// sizes reports lists that are too long or whose ids repeat, and names that
// lead nowhere.
func (r *labReader) sizes(m *mapping) {
	l := r.out
	for _, c := range []struct {
		what string
		n    int
		most int
	}{{"statements", len(l.Slots), maxSlots}, {"schedules", len(l.Schedules), maxSchedules}} {
		if c.n > c.most {
			r.add(m.at(m.key[c.what]), "ask for less", "more than %d %s", c.most, c.what)
		}
	}
	r.unique()
	for _, s := range l.Slots {
		r.known(s.Pos, s.Uses, l.parameters(), "the lab names no value %q")
	}
	for _, s := range l.Schedules {
		r.follow(s)
	}
	for _, a := range l.Wrong {
		if a.Breaks != "" {
			r.known(a.Pos, []string{a.Breaks}, idsOf(l.Rules, func(x LabRule) string { return x.ID }), "the lab has no rule %q")
		}
	}
}

// parameters are the names of the values, and of what statements return.
func (l *Lab) parameters() []string {
	out := []string{"now"}
	for _, v := range l.Values {
		out = append(out, v.Name)
	}
	for _, s := range l.Slots {
		out = append(out, s.Returns...)
	}
	return out
}

// idsOf are the ids of a list's items, in order.
func idsOf[T any](list []T, id func(T) string) []string {
	var out []string
	for _, x := range list {
		out = append(out, id(x))
	}
	return out
}

// unique reports ids that stand twice.
func (r *labReader) unique() {
	l := r.out
	twice := func(ids []string, pos func(int) Pos) {
		for i, id := range ids {
			if id != "" && slices.Contains(ids[:i], id) {
				r.add(pos(i), "give each its own id", "the id %q is already taken", id)
			}
		}
	}
	twice(idsOf(l.Slots, func(x LabSlot) string { return x.ID }), func(i int) Pos { return l.Slots[i].Pos })
	twice(idsOf(l.Actors, func(x LabActor) string { return x.ID }), func(i int) Pos { return l.Actors[i].Pos })
	twice(idsOf(l.Schedules, func(x LabSchedule) string { return x.ID }), func(i int) Pos { return l.Schedules[i].Pos })
	twice(idsOf(l.Rules, func(x LabRule) string { return x.ID }), func(i int) Pos { return l.Rules[i].Pos })
}

// known reports names that are not among those there are.
func (r *labReader) known(pos Pos, names, there []string, format string) {
	for _, n := range names {
		if !slices.Contains(there, n) {
			r.add(pos, didYouMean(n, there), format, n)
		}
	}
}

// follow checks what the steps of a schedule name, and that time goes forward.
func (r *labReader) follow(s LabSchedule) {
	l := r.out
	actors := idsOf(l.Actors, func(x LabActor) string { return x.ID })
	slots := idsOf(l.Slots, func(x LabSlot) string { return x.ID })
	if len(s.Steps) > maxLabSteps {
		r.add(s.Pos, "split the schedule", "more than %d steps", maxLabSteps)
	}
	at := 0
	for _, step := range s.Steps {
		if step.At < at {
			r.add(step.Pos, "put the steps into their order", "a step at %ds stands after one at %ds", step.At, at)
		}
		at = step.At
		r.known(step.Pos, []string{step.Actor}, actors, "the lab has no actor %q")
		for _, slot := range []string{step.Run, step.After, step.Unless} {
			if slot != "" {
				r.known(step.Pos, []string{slot}, slots, "the lab has no statement %q")
			}
		}
	}
}

// placeLabs gives every lab fence its lab, and reports labs without a fence.
func (l *loader) placeLabs(labs map[string]*Lab, folder string) {
	placed := map[string]bool{}
	ids := slices.Sorted(maps.Keys(labs))
	l.lesson.Steps = slices.Clone(l.lesson.Steps)
	for i := range l.lesson.Steps {
		step := &l.lesson.Steps[i]
		step.Blocks = slices.Clone(step.Blocks)
		for j, b := range step.Blocks {
			p, ok := b.(*LabPlace)
			if !ok || p.ID == "" {
				continue
			}
			own := *p // what was parsed is kept for the next loading
			own.Lab, placed[p.ID] = labs[p.ID], true
			if own.Lab == nil {
				l.add(p.Pos, "write labs/"+p.ID+".yaml; there "+thereAre(ids), "the lesson has no lab %q", p.ID)
			}
			step.Blocks[j] = &own
		}
	}
	for _, id := range ids {
		if !placed[id] && !l.lesson.Torn {
			l.add(Pos{path.Join(folder, labFolder, id+".yaml"), 1, 1}, "put ```lab "+id+" into a step of lesson.md", "no fence leads to this lab")
		}
	}
}

func thereAre(ids []string) string {
	if len(ids) == 0 {
		return "are none yet"
	}
	return "are " + list(ids)
}

// labPlace reads a lab fence: its name says everything.
func (l *loader) labPlace(f *fence) *LabPlace {
	l.claimQuestion(f, "a lab")
	if s := strings.TrimSpace(string(f.body)); s != "" {
		l.add(f.pos, "write it into labs/"+f.name+".yaml", "a lab fence holds nothing")
	}
	return &LabPlace{ID: f.name, Pos: f.pos}
}
