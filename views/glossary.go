package views

// Glossary is the page at /glossary.
type Glossary struct {
	Chrome Chrome
	Terms  []GlossaryTerm
}

// GlossaryTerm is one term and what it means.
type GlossaryTerm struct {
	ID, Name string
	HTML     string // already safe
	Lessons  []Link // whose steps use it
}
