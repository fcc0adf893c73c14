// Package static holds what a page needs beside its HTML: style sheets,
// modules, fonts and pictures. Every file is served under a name that carries
// a hash of its bytes, so that a browser may keep it for ever.
package static

import (
	"embed"
	"net/http"
	"sync"
)

//go:embed css/*.css css/rest/*.css js/*.js fonts/*.woff2 img/*.svg
var files embed.FS

// assets is the table of this program's files, made at the first use.
var assets = sync.OnceValue(func() *Table {
	t, err := NewTable(files)
	if err != nil {
		panic(err) // the files are part of the program, and a test builds the table
	}
	return t
})

// Path is the address of a file below the site's base path:
// Path("css/site.css") is "/static/css/site.4f1d2a90c3b7.css". A name that no
// file has gives an address that answers 404.
func Path(name string) string { return assets().Path(name) }

// Imports lists the modules that those named import, directly or not.
func Imports(modules ...string) []string { return assets().Imports(modules...) }

// Handler serves the files at the addresses that Path gives. It expects to be
// asked below the base path: mount it at /static/, behind http.StripPrefix
// where the site has a base.
func Handler() http.Handler { return assets() }

// The style sheets. A lesson, which is read most and often first, needs the one
// alone.
const (
	Sheet     = "css/site.css" // what every page may need, and all that a lesson does
	RestSheet = "css/rest.css" // what the other pages need besides
)
