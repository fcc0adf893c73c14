package class

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// key is a new idempotency key, in the place of the one in a page's form.
func (w *work) key() string {
	w.n++
	return fmt.Sprintf("%sx%d", w.Name, w.n)
}

// form is a form with its key. A simulator may have a parameter of that name,
// which then stands behind it.
func (w *work) form(fields url.Values) (key, body string) {
	key = w.key()
	v := url.Values{"key": {key}}
	for name, list := range fields {
		if name == "key" {
			list = append([]string{key}, list[1:]...)
		}
		v[name] = list
	}
	return key, v.Encode()
}

// set is a challenge's form as the page has it, with what is free set anew.
func (w *work) set(a Act, at string) url.Values {
	form, _ := formAt(w.page, at+"/challenges/"+a.Item)
	v := fields(form)
	for name, list := range a.Form {
		v[name] = list
	}
	return v
}

// post sends an answer as the page's script does.
func (w *work) post(a Act, path string, fields url.Values) bool {
	key, body := w.form(fields)
	g, ok := w.ask(sent{kind: a.Kind, method: http.MethodPost, path: path, body: body, header: map[string]string{"Accept": "*/*", "Fencepost-Fragment": "check"}})
	if ok && g.status == http.StatusOK {
		w.entry.Keys[key] = a.Kind
	}
	return ok
}

// spot replaces a line by its number by one that the page offers.
func (w *work) spot(a Act, at string) url.Values {
	n, err := strconv.Atoi(a.Form.Get("line"))
	form, found := formAt(w.page, at+"/checks/"+a.Item)
	if list := options(form); err == nil && found && len(list) > 0 {
		return url.Values{"option": {list[n%len(list)]}}
	}
	return a.Form
}

// save keeps the draft, as the page's script does.
func (w *work) save(a Act, at string) bool {
	body, _ := json.Marshal(map[string]any{"text": a.Text, "revision": w.revision}) // text and a number always can be
	g, ok := w.ask(sent{
		kind: Draft, method: http.MethodPost, path: at + "/draft", body: string(body), read: true,
		header: map[string]string{"Accept": "application/json", "Content-Type": "application/json"},
	})
	var kept struct {
		Revision int64 `json:"revision"`
	}
	if !ok || json.Unmarshal([]byte(g.body), &kept) != nil {
		return ok
	}
	w.revision = kept.Revision
	if g.status == http.StatusOK {
		w.entry.Draft = kept.Revision
	}
	return true
}

func (w *work) handIn(a Act, at string) bool {
	key, body := w.form(url.Values{"text": {a.Text}, "revision": {strconv.FormatInt(w.revision, 10)}})
	g, ok := w.ask(sent{kind: HandIn, method: http.MethodPost, path: at + "/explanations", body: body})
	if ok && g.status == http.StatusSeeOther {
		w.entry.Keys[key] = HandIn
		w.result = g.to
	}
	return ok
}

// recall answers what the review page asks, if it asks anything.
func (w *work) recall(Act) bool {
	form, ok := formAt(w.review, "/review")
	if !ok {
		return true
	}
	v := fields(form)
	switch list := options(form); {
	case len(list) > 0:
		v.Set("option", list[0])
	case asksText.MatchString(form):
		v.Set("text", sentence(w.Lesson.texts[0].Text))
	default:
		v.Set("give", "1")
	}
	key, body := w.form(v)
	g, ok := w.ask(sent{kind: Recall, method: http.MethodPost, path: "/review", body: body})
	if ok && g.status == http.StatusSeeOther && g.to != "/review?done=moved" {
		w.entry.Keys[key] = Recall
		ok = w.look(Result, g.to)
	}
	return ok
}
