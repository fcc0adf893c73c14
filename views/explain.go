package views

import "fmt"

// characters is the counter below the box: what is needed, then what is left.
func characters(e *Explain) string {
	switch {
	case e.Count < e.Min:
		return fmt.Sprintf("%s of at least %s characters", digits(e.Count), digits(e.Min))
	case e.Count > e.Max:
		return fmt.Sprintf("%s of at most %s characters: %s too many", digits(e.Count), digits(e.Max), digits(e.Count-e.Max))
	default:
		return fmt.Sprintf("%s of at most %s characters", digits(e.Count), digits(e.Max))
	}
}

// explainDescribed names what describes the box.
func explainDescribed(e *Explain) string {
	if e.Error != "" {
		return "ex-fault ex-count"
	}
	return "ex-count"
}
