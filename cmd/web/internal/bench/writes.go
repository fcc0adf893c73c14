package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"

	"fencepost/cmd/web/internal/bench/load"
)

// writing is a kind of write that is measured. Client i of n sends for the
// students i, i+n, i+2n and so on in turn, so that no two send for one.
type writing struct {
	short, name string
	source      func(s *site, i, n int) load.Source
}

var (
	answering  = writing{"check", "check answered", answerChecks}
	drafting   = writing{"draft", "draft saved", saveDrafts}
	explaining = writing{"explanation", "explanation submitted, scored and committed", explain}
)

// clients are n clients of a kind of write.
func (w writing) clients(s *site, n int) []load.Source {
	list := make([]load.Source, n)
	for i := range list {
		list[i] = w.source(s, i, n)
	}
	return list
}

// turn goes through the students of client i of n, over and over.
func turn(s *site, i, n int) func() int {
	at := i - n
	return func() int {
		if at += n; at >= len(s.class) {
			at = i
		}
		return at
	}
}

// serial numbers everything that is sent, so that no two forms have one key.
var serial atomic.Int64

const (
	formType = "application/x-www-form-urlencoded"
	jsonType = "application/json"
)

// answerChecks answers right and wrong in turn. The answer is the question as it
// stands afterwards.
func answerChecks(s *site, i, n int) load.Source {
	next, options := turn(s, i, n), []string{"service-blocks", "pause-after-check"}
	return func() load.Request {
		k := serial.Add(1)
		form := url.Values{"key": {fmt.Sprintf("bench-%d", k)}, "option": {options[k%2]}}
		return s.post(s.class[next()], "/checks/self-fencing", formType, form.Encode(), http.StatusOK)
	}
}

// saveDrafts saves what a person has typed so far: each time a little more, on
// top of the revision that the last answer named.
func saveDrafts(s *site, i, n int) load.Source {
	next := turn(s, i, n)
	return func() load.Request {
		at, k := next(), serial.Add(1)
		body, _ := json.Marshal(map[string]any{ // two plain values: it never fails
			"text": fmt.Sprintf("%s And so on, %d.", s.texts[int(k)%len(s.texts)], k), "revision": s.revisions[at],
		})
		r := s.post(s.class[at], "/draft", jsonType, string(body), http.StatusOK)
		r.Read = func(body []byte) error {
			var kept struct{ Revision int64 }
			err := json.Unmarshal(body, &kept)
			s.revisions[at] = kept.Revision
			return err
		}
		return r
	}
}

// explain hands in texts as people write them, the lesson's samples, each with a
// number so that none is the one before.
func explain(s *site, i, n int) load.Source {
	next := turn(s, i, n)
	return func() load.Request {
		at, k := next(), serial.Add(1)
		s.revisions[at] = 0 // handing in closes the draft
		form := url.Values{
			"key": {fmt.Sprintf("bench-%d", k)}, "text": {fmt.Sprintf("%s (%d)", s.texts[int(k)%len(s.texts)], k)},
		}
		return s.post(s.class[at], "/explanations", formType, form.Encode(), http.StatusSeeOther)
	}
}
