package lessons

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
)

// emblemFile is a lesson's own small drawing.
const emblemFile = "emblem.svg"

// emblemBox is the canvas that every emblem is drawn on.
const emblemBox = "0 0 248 132"

var (
	emblemElements   = []string{"svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"}
	emblemAttributes = []string{
		"class", "d", "points", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "x1", "y1", "x2", "y2",
		"transform", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
	}
	// emblemValue is numbers, commands of a path and words: no address, no quote.
	emblemValue = regexp.MustCompile(`^[-+.,()a-zA-Z0-9 \t\n]*$`)
	// emblemClass is the page's own strokes and fills, so that colours are those
	// of the theme.
	emblemClass = regexp.MustCompile(`^([em]-[a-z0-9-]+)( [em]-[a-z0-9-]+)*$`)
)

// parseEmblem reads emblem.svg and writes it anew: shapes in the page's own
// strokes and fills, and nothing else. It is "" after a reported problem.
func parseEmblem(s *source) string {
	if !s.readable() {
		return ""
	}
	var b strings.Builder
	before := len(s.list)
	dec := xml.NewDecoder(strings.NewReader(string(s.text)))
	for depth := 0; ; {
		at := s.pos(int(dec.InputOffset()))
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.add(at, "mend the XML", "the drawing cannot be read: %v", err)
			break
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			depth++
			s.shape(&b, at, tok, depth)
		case xml.EndElement:
			depth--
			fmt.Fprintf(&b, "</%s>", tok.Name.Local)
		case xml.CharData:
			if strings.TrimSpace(string(tok)) != "" {
				s.add(at, "take it out; an emblem says it without words", "the drawing holds text")
			}
		case xml.Directive, xml.ProcInst:
			s.add(at, "take it out", "the drawing holds something other than shapes")
		}
	}
	if len(s.list) > before {
		return ""
	}
	return b.String()
}

// shape writes one element, and reports what an emblem may not hold.
func (s *source) shape(b *strings.Builder, at Pos, e xml.StartElement, depth int) {
	name := e.Name.Local
	if !slices.Contains(emblemElements, name) || (depth == 1) != (name == "svg") {
		s.add(at, "draw with "+list(emblemElements[1:])+" inside one svg", "an emblem has no <%s> here", name)
		return
	}
	b.WriteString("<" + name)
	box := ""
	for _, a := range e.Attr {
		switch key := a.Name.Local; {
		case name == "svg" && key == "viewBox":
			box = a.Value
		case name == "svg" && (key == "xmlns" || a.Name.Space == "xmlns"):
		case !slices.Contains(emblemAttributes, key) || a.Name.Space != "":
			s.add(at, "keep to shapes, and to classes for strokes and fills: class=\"e-axis\"", "an emblem’s <%s> has no %q", name, key)
		case key == "class" && !emblemClass.MatchString(a.Value), !emblemValue.MatchString(a.Value):
			s.add(at, "write numbers, or the classes of static/css/marks.css", "%s=%q cannot stand in an emblem", key, a.Value)
		default:
			fmt.Fprintf(b, ` %s="%s"`, key, html.EscapeString(a.Value))
		}
	}
	if name == "svg" {
		if box != emblemBox {
			s.add(at, `write viewBox="`+emblemBox+`"`, "the emblem’s viewBox is %q", box)
		}
		b.WriteString(` class="emblem" viewBox="` + emblemBox + `" aria-hidden="true"`)
	}
	b.WriteString(">")
}
