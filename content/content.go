// Package content embeds the lessons' words: one folder a concept. It holds
// nothing else; package lessons reads what it embeds.
package content

import "embed"

// FS holds every concept's folder at its top.
//
//go:embed */*
var FS embed.FS
