package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// hostile are texts that break out of somewhere, where output is not escaped
// for the very place in which it stands.
var hostile = []string{
	`<script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`' onmouseover='alert(1)' x='`,
	`</textarea><svg onload=alert(1)>`,
	`</title><iframe src=javascript:alert(1)>`,
	`javascript:alert(1)//`,
	`<a href="javascript:alert(1)">x</a>`,
	`<form action=https://evil.example><input name=text>`,
	`<base href=https://evil.example/>`,
	`<meta http-equiv=refresh content="0;url=https://evil.example">`,
	"<style>*{display:none}</style>",
	"<!--", "]]>", "&lt;script&gt;", "{{7*7}}", "${7*7}", "%3Cscript%3E",
	"\u202e\u2066txet\u200b", "<scr\u200bipt>alert(1)</scr\u200bipt>",
}

func TestHostileTextStaysText(t *testing.T) {
	for _, text := range hostile {
		s := testSite(t, testBase)
		cookie := firstCookie(t, s)
		long := text + " A lease runs out by itself unless its owner renews it in time, whatever happened to the owner. " + text
		pages := map[string]*httptest.ResponseRecorder{}
		pages["refused"] = post(s, lessonPath+"/explanations", cookie, url.Values{"text": {text}})
		post(s, lessonPath+"/draft", cookie, url.Values{"text": {long}})
		pages["draft"] = see(s, lessonPath, cookie)
		to := post(s, lessonPath+"/explanations", cookie, url.Values{"text": {long}}).Header().Get("Location")
		post(s, to+"/disputes", cookie, url.Values{"item": {"stale_owner"}, "claim": {didSay}, "reason": {text}})
		pages["result"] = see(s, to, cookie)
		pages["answers"] = see(s, "/answers", cookie)
		pages["option"] = post(s, lessonPath+"/checks/self-fencing", cookie, url.Values{"option": {text}, "key": {text}})
		pages["item"] = post(s, to+"/disputes", cookie, url.Values{"item": {text}, "claim": {text}})
		pages["query"] = see(s, lessonPath+"?"+url.Values{"freeze": {text}, "step": {text}, text: {text}}.Encode(), cookie)
		pages["slug"] = see(s, "/concepts/"+url.PathEscape(text), cookie)
		pages["path"] = see(s, "/"+url.PathEscape(text), cookie)
		pages["figure"] = see(s, lessonPath+"/figures/"+url.PathEscape(text), cookie)
		for name, w := range pages {
			for _, active := range activeParts(t, w.Body.String()) {
				t.Errorf("%q, page %s (%d): %s", text, name, w.Code, active)
			}
		}
		if !strings.Contains(pages["result"].Body.String(), html.EscapeString(text[:3])) {
			t.Errorf("%q is not on the result's page as text", text)
		}
	}
}

// see is a page as the browser with cookie gets it.
func see(s *Site, path, cookie string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Cookie", cookie)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// activeParts parses a page as a browser does and lists what could run, load
// or send anything beyond the site's own files and forms.
func activeParts(t *testing.T, page string) []string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "iframe", "object", "embed", "base", "style", "img", "applet", "frame":
			out = append(out, "element "+n.Data)
		}
		for _, a := range n.Attr {
			if bad(n.Data, a) {
				out = append(out, fmt.Sprintf("<%s %s=%q>", n.Data, a.Key, a.Val))
			}
		}
		if n.Data == "script" && n.FirstChild != nil && attr(n, "type") != "application/json" {
			out = append(out, "inline script "+n.FirstChild.Data)
		}
	}
	return out
}

// bad says whether an attribute runs a script or leads a request elsewhere.
func bad(element string, a html.Attribute) bool {
	own := strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "//") || strings.HasPrefix(a.Val, "#") || a.Val == ""
	switch a.Key {
	case "src", "action", "formaction", "srcdoc", "data", "poster":
		return !own
	case "href":
		return !own && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, testBase) && !strings.HasPrefix(a.Val, "?")
	case "style", "http-equiv":
		return true
	}
	return strings.HasPrefix(a.Key, "on")
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func TestActivePartsAreSeen(t *testing.T) {
	for _, page := range []string{
		`<p onclick=x>`, `<script>x</script>`, `<img>`, `<a href="javascript:x">`, `<form action="https://evil.example">`,
		`<base href="/">`, `<p style="x">`, `<a href="//evil.example">`, `<meta http-equiv="refresh">`,
	} {
		if len(activeParts(t, page)) == 0 {
			t.Errorf("%s: nothing seen", page)
		}
	}
}
