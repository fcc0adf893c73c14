// Package licences holds the licences under which the parts of the program
// stand: Go, the modules that are linked in, the fonts and the list of
// passwords. Most of them ask that their text goes with every copy.
package licences

import _ "embed"

// Text lists each part with its version and its licence, and then the texts.
// `make sbom` writes it; a test holds it to what is linked in.
//
//go:embed licences.txt
var Text string
