package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// breakable shows text in which a long address goes on to the next line behind a
// mark of its own, where it would break in the middle of a word.
func breakable(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		parts := breaks(text)
		for i := range parts {
			parts[i] = templ.EscapeString(parts[i])
		}
		_, err := io.WriteString(w, strings.Join(parts, "<wbr>"))
		return err
	})
}

// breaks are the parts of a text between which a line may end within an address:
// behind its @, its dots and its slashes. Words that are no address stay whole.
func breaks(text string) []string {
	var out []string
	from := 0
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:]+" ", ' ')
		if word := text[at:end]; strings.ContainsAny(word, "@") || strings.Contains(word, "://") {
			for i := 1; i < len(word)-1; i++ {
				if strings.IndexByte("@./", word[i]) >= 0 && strings.IndexByte("@./,", word[i+1]) < 0 {
					out, from = append(out, text[from:at+i+1]), at+i+1
				}
			}
		}
		at = end + 1
	}
	return append(out, text[from:])
}
