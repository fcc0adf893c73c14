package views_test

import "fencepost/views"

func glossaryStory() views.Glossary {
	return views.Glossary{Chrome: chrome("Glossary", ""), Terms: []views.GlossaryTerm{
		{ID: "lease", Name: "Lease", HTML: "<p>Ownership until a time.</p>", Lessons: []views.Link{{Text: "Leases and fencing tokens", Href: "/concepts/leases-and-fencing-tokens"}, {Text: "Partitioning", Href: "/concepts/partitioning"}}},
		{ID: "skew", Name: "Skew", HTML: "<p>The difference between two clocks.</p>"},
	}}
}
