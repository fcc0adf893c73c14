// Package content embeds the lessons' words: one folder a concept, and the
// glossary beside them. Package lessons reads what it embeds.
package content

import "embed"

// FS holds every concept's folder, and glossary.md, at its top. The samples are
// there as samples.gz, in which web fit packs samples.jsonl. The last pattern is
// for scorer.fit and for emblem.svg: one of its own would have to find a drawing, and
// no lesson needs one.
//
//go:embed *.md */lesson.md */rubric.yaml */samples.gz */labs */[es]*.[fs][iv][gt]
var FS embed.FS
