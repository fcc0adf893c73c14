// Package content embeds the lessons' words: one folder a concept, and the
// glossary beside them. Package lessons reads what it embeds.
package content

import "embed"

// FS holds every concept's folder, and glossary.md, at its top.
//
//go:embed */* *.md
var FS embed.FS
