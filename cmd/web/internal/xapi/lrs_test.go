package xapi

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// lrs is a small learning record store over real HTTP. It keeps a batch whole
// or not at all, and a statement once.
type lrs struct {
	*httptest.Server
	mu       sync.Mutex
	kept     map[string][]byte
	order    []string // ids in the order in which they were kept
	heard    map[string]int
	inFlight map[string]bool
	twice    []string // ids that two requests held at the same time
	requests int
	repeats  int // what is answered to a statement that is there already: 200 or 409
	refuse   map[string]int
	over     chan struct{}
	faults   []fault // for the next requests with statements, each once
}

// fault makes one request go wrong. It says whether it has answered.
type fault func(l *lrs, w http.ResponseWriter, batch []stored) bool

type stored struct {
	id   string
	body []byte
}

func newLRS(t *testing.T, faults ...fault) *lrs {
	l := &lrs{kept: map[string][]byte{}, heard: map[string]int{}, inFlight: map[string]bool{}, refuse: map[string]int{}, repeats: http.StatusOK, faults: faults, over: make(chan struct{})}
	l.Server = httptest.NewServer(http.HandlerFunc(l.serve))
	t.Cleanup(func() { close(l.over); l.Close() })
	return l
}

func (l *lrs) serve(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	switch {
	case r.URL.Path != "/xapi/statements":
		w.WriteHeader(http.StatusNotFound)
	case r.Header.Get("X-Experience-API-Version") != "1.0.3":
		w.WriteHeader(http.StatusBadRequest)
	case user != "site" || password != "secret":
		w.WriteHeader(http.StatusUnauthorized)
	case r.Method == http.MethodGet:
		l.look(w, r.URL.Query().Get("statementId"))
	case r.Method == http.MethodPost && r.Header.Get("Content-Type") == "application/json":
		l.take(w, r)
	default:
		w.WriteHeader(http.StatusBadRequest)
	}
}

func (l *lrs) look(w http.ResponseWriter, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.kept[id]; !ok {
		w.WriteHeader(http.StatusNotFound)
	}
}

func (l *lrs) take(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var list []json.RawMessage
	if err != nil || json.Unmarshal(body, &list) != nil || len(list) == 0 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	batch := l.arrive(list)
	defer l.leave(batch)
	if f := l.next(); f != nil && f(l, w, batch) {
		return
	}
	l.answer(w, l.keep(batch))
}

func (l *lrs) answer(w http.ResponseWriter, status int) {
	if status != http.StatusOK {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "one of them will not do")
	}
}

// arrive notes what is being sent, and what is being sent twice at a time.
func (l *lrs) arrive(list []json.RawMessage) (batch []stored) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests++
	for _, raw := range list {
		var s struct{ ID string }
		_ = json.Unmarshal(raw, &s) // it was JSON a moment ago
		if l.inFlight[s.ID] {
			l.twice = append(l.twice, s.ID)
		}
		l.inFlight[s.ID] = true
		l.heard[s.ID]++
		batch = append(batch, stored{s.ID, raw})
	}
	return batch
}

func (l *lrs) leave(batch []stored) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range batch {
		delete(l.inFlight, s.id)
	}
}

func (l *lrs) next() fault {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.faults) == 0 {
		return nil
	}
	f := l.faults[0]
	l.faults = l.faults[1:]
	return f
}

// keep stores a batch and says with which status.
func (l *lrs) keep(batch []stored) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range batch {
		if status := l.refuse[s.id]; status != 0 {
			return status
		}
		before, there := l.kept[s.id]
		if there && (l.repeats != http.StatusOK || !bytes.Equal(before, s.body)) {
			return http.StatusConflict
		}
	}
	for _, s := range batch {
		if _, there := l.kept[s.id]; !there {
			l.kept[s.id] = s.body
			l.order = append(l.order, s.id)
		}
	}
	return http.StatusOK
}

// among are those of the ids that are kept, in the order in which they came.
func (l *lrs) among(ids []string) (out []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.order {
		if slices.Contains(ids, id) {
			out = append(out, id)
		}
	}
	return out
}

func (l *lrs) attempts() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.requests
}

// The ways in which a request goes wrong.

func status(code int, header ...string) fault {
	return func(_ *lrs, w http.ResponseWriter, _ []stored) bool {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		return true
	}
}

// cut breaks the connection before anything is kept.
func cut(*lrs, http.ResponseWriter, []stored) bool { panic(http.ErrAbortHandler) }

// keptAndCut breaks it after all was kept: the sender cannot know.
func keptAndCut(l *lrs, _ http.ResponseWriter, batch []stored) bool {
	l.keep(batch)
	panic(http.ErrAbortHandler)
}

// keptAndHalf answers with half an answer.
func keptAndHalf(l *lrs, w http.ResponseWriter, batch []stored) bool {
	l.keep(batch)
	w.Header().Set("Content-Length", "100")
	_, _ = io.WriteString(w, "[")
	return true
}

// silent answers nothing until the server is closed, and keeps nothing.
func silent(l *lrs, _ http.ResponseWriter, _ []stored) bool {
	<-l.over
	return true
}
