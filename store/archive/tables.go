package archive

// Tables are the tables that an archive holds, those that others refer to
// first. A table of the schema stands here or in LeftOut; a test of the engine
// says so where one does not.
func Tables() []string {
	return []string{
		"learners", "attempts", "explanations", "unscored", "scores", "disputes", "drafts", "steps_read", "reveals",
		"lab_tries", "lab_aids", "lab_drafts",
		"persons", "claims", "identities", "factors", "recovery_codes",
		"cohorts", "members", "links", "codes", "assignments",
		"reviews", "review_items", "withdrawals", "replies", "sights", "leases", "wanted", "comments",
		"rubrics", "scorers", "publications", "moves", "chosen_scores",
		"xapi_lanes", "xapi_outbox",
		"recall_cards", "recall_events", "recall_settings", "recall_reminders",
		"tallies", "audit",
	}
}

// LeftOut are the tables that an archive does not hold, and why.
func LeftOut() map[string]string {
	const desk = "the review desk is derived from explanations, scores and reviews"
	return map[string]string{
		"goose_db_version":  "the engine's own note of its migrations",
		"probe":             "counted up by readiness alone",
		"words":             "an index over the texts of explanations",
		"passages":          "an index over the lessons",
		"passages_versions": "says what is in that index",
		"desk":              desk,
		"places":            desk,
		"items":             desk,
		"verdicts":          desk,
		"item_places":       desk,
		"desk_due":          desk,
		"sessions":          "an archive must not sign anybody in again who signed out since",
		"xapi_sent":         "counts what this site sent",
		"site_keys":         "the site makes itself new ones",
		"tries":             "counts of failed sign-ins, good for minutes",
	}
}

// holdsJSON says whether the program reads a column of text as JSON, so that
// anything else in it would break a page later.
func holdsJSON(table, column string) bool {
	switch table + "." + column {
	case "attempts.answer", "lab_tries.answer", "scores.result", "reviews.verdicts", "reviews.shown", "moves.quotes", "audit.detail", "xapi_outbox.body":
		return true
	}
	return false
}
