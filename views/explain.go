package views

import "fmt"

// characters is the counter below the box: what is needed, then what is left.
func characters(e *Explain) string {
	switch {
	case e.Count < e.Min:
		return fmt.Sprintf("%d of at least %d characters", e.Count, e.Min)
	case e.Count > e.Max:
		return fmt.Sprintf("%d of at most %d characters: %d too many", e.Count, e.Max, e.Count-e.Max)
	default:
		return fmt.Sprintf("%d of at most %d characters", e.Count, e.Max)
	}
}

// explainDescribed names what describes the box.
func explainDescribed(e *Explain) string {
	if e.Error != "" {
		return "ex-fault ex-count"
	}
	return "ex-count"
}
