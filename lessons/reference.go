package lessons

import "github.com/yuin/goldmark/ast"

// reference reads the quick reference: a level-3 heading and a list a column.
func (l *loader) reference(s *section) {
	for _, n := range s.nodes {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level != 3 {
				l.subheading(n)
				continue
			}
			l.headingID(n)
			l.lesson.Reference = append(l.lesson.Reference, Column{Title: words(n, l.text)})
		case *ast.List:
			l.column(n)
		default:
			l.add(l.pos(n.Pos()), "write each column as ### Title and a list", "the quick reference holds something other than lists")
		}
	}
	if len(l.lesson.Reference) == 0 {
		l.add(s.pos, "write each column as ### Title and a list", "the quick reference is empty")
	}
}

// column adds the items of a list to the newest column.
func (l *loader) column(list *ast.List) {
	columns := l.lesson.Reference
	if len(columns) == 0 {
		l.add(l.pos(list.Pos()), "put ### Title above it", "a list of the quick reference without a title")
		return
	}
	last := &columns[len(columns)-1]
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		var nodes []ast.Node
		for c := item.FirstChild(); c != nil; c = c.NextSibling() {
			nodes = append(nodes, c)
		}
		last.Items = append(last.Items, l.render(l.text, l.pos(item.Pos()), nodes...))
	}
}
