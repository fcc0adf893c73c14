package lessons

import (
	"net/url"
	"slices"
)

// follow checks that links within the site lead somewhere.
func follow(all []*loader) {
	pages := map[string]*loader{}
	for _, l := range all {
		pages["/concepts/"+l.lesson.Slug] = l
	}
	for _, l := range all {
		for _, link := range l.lesson.Links {
			if u, err := url.Parse(link.To); err == nil && u.Scheme == "" && u.Host == "" {
				l.followTo(link, u, pages)
			}
		}
	}
}

// followTo checks one link within the site.
func (l *loader) followTo(link Link, u *url.URL, pages map[string]*loader) {
	page := l
	if u.Path != "" && u.Path != "/" {
		page = pages[u.Path]
	}
	switch {
	case page == nil:
		l.add(link.Pos, "link to a lesson that exists, as /concepts/name; one that is to come belongs under related", "the link %q leads nowhere", link.To)
	case u.Path == "/" || u.Fragment == "" || page.lesson.Torn:
		return
	case page.hasID(u.Fragment):
		return
	case page.hasID("check-" + u.Fragment):
		l.add(link.Pos, "a check is #check-"+u.Fragment, "the link %q leads to no step or figure", link.To)
	default:
		l.add(link.Pos, didYouMean(u.Fragment, page.stepIDs()), "the link %q leads to no step or figure", link.To)
	}
}

// hasID says whether the lesson's page has an element of this id.
func (l *loader) hasID(id string) bool {
	_, ok := l.ids[id]
	return ok && !slices.Contains(l.hidden, id)
}

// stepIDs are the ids of the lesson's own parts, in alphabetical order.
func (l *loader) stepIDs() []string {
	var out []string
	for id, pos := range l.ids {
		if pos.Line > 0 && l.hasID(id) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}
