// Package content embeds the lessons' words: one folder a concept, and the
// glossary beside them. Package lessons reads what it embeds.
package content

import "embed"

// FS holds every concept's folder, and glossary.md, at its top. The samples are
// there as samples.gz, in which web fit packs samples.jsonl.
//
//go:embed */lesson.md */rubric.yaml */samples.gz */scorer.fit */labs *.md
var FS embed.FS
