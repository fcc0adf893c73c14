package views_test

import "fencepost/views"

func found(text string) []views.FoundRun { return []views.FoundRun{{Text: text, Found: true}} }

func searched() views.Search {
	return views.Search{Chrome: chrome("Search: token", "search"), Query: "token", Hits: []views.SearchHit{
		{Href: "/concepts/leases-and-fencing-tokens#fence", Lesson: "Leases and fencing tokens", Head: []views.FoundRun{{Text: "A "}, {Text: "token", Found: true}, {Text: " that only rises"}}, Excerpt: found("token")},
		{Href: "/concepts/ordering", Head: []views.FoundRun{{Text: "Ordering"}}, Excerpt: []views.FoundRun{{Text: "No global now; a "}, {Text: "token", Found: true}, {Text: " of order."}}},
	}}
}

func searchedInVain() views.Search {
	return views.Search{Chrome: chrome("Search: zebra", "search"), Query: "zebra"}
}
