package static

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
)

//go:embed worker/worker.js
var workerSource string

// worker is the service worker of this program's files, made at the first use.
var worker = sync.OnceValue(func() *asset { return assets().worker(workerSource) })

// workerKept is what the worker is told: the version that it stands for, and
// what it keeps of it, each an address below the site's base without a slash
// before it.
type workerKept struct {
	Version string   `json:"version"`
	Files   []string `json:"files"`
	Offline string   `json:"offline"`
}

// OfflinePath is where the page stands, below the base, that is shown where no
// connection and no copy is.
const OfflinePath = "/offline"

// worker is the source with the table's files written above it. Its bytes change
// with every file, which is how a browser learns of a new version.
func (t *Table) worker(source string) *asset {
	k := workerKept{Offline: strings.TrimPrefix(OfflinePath, "/")}
	for _, name := range t.Names() {
		k.Files = append(k.Files, strings.TrimPrefix(t.Path(name), "/"))
	}
	all, _ := json.Marshal(k) // strings always can be
	k.Version = hashOf(append(all, source...))
	head, _ := json.Marshal(k)
	body := []byte("const kept = " + string(head) + ";\n" + bare(source))
	return newAsset("worker.js", hashOf(body), body)
}

// Worker serves the service worker. It stands at the base of the site, so that
// its scope is the site and nothing else of the host, and browsers ask for it
// anew each time.
func Worker() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { worker().serve(w, r, "no-cache") })
}
