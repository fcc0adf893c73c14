package lessons

import "strings"

// Words are an answer as those who teach read it: what was chosen, in which
// order, with what. Of a sentence they are what became of it, so that answers
// can be counted. They are "" where nothing is left of an answer to an earlier
// wording of the check.
func (c *Check) Words(a Answer, aids Aids) string {
	s := c.Lay(a, aids)
	switch {
	case c.Type == Short:
		return map[string]string{Says: "Makes the point", Unclear: "Not clear enough to tell", Not: "Does not make the point"}[a.Verdict]
	case c.Type == Number:
		return strings.TrimSpace(s.Text + "\u00a0" + s.Unit)
	case c.Type == Order && len(a.Options) == 0:
		return ""
	}
	return rowWords(c.Type, s)
}

// rowWords are the rows of a sheet that belong to an answer.
func rowWords(t CheckType, s Sheet) string {
	var parts []string
	between := " + "
	for _, r := range s.Rows {
		switch {
		case t == Order:
			between = " → "
			parts = append(parts, r.Text)
		case t == Match && r.Partner != "":
			between = "; "
			parts = append(parts, r.Text+": "+partnerText(s, r.Partner))
		case r.Chosen:
			parts = append(parts, strings.TrimSpace(r.Text))
		}
	}
	return strings.Join(parts, between)
}

func partnerText(s Sheet, id string) string {
	for _, p := range s.Partners {
		if p.ID == id {
			return p.Text
		}
	}
	return id
}
