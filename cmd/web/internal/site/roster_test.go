package site

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var cohortLink = regexp.MustCompile(`/cohorts/[0-9a-f-]{36}`)

// An instructor can put anybody on a roster whose address they know. That must
// not be a way into accounts of others' students.
func TestARosterIsNoWayIntoAnAccount(t *testing.T) {
	w := newTown(t)
	in := see(w.Site, "/cohorts", w.cookies["instrB"]).Body.String()
	mine := cohortLink.FindString(in)
	for _, who := range []string{"self", "admin", "instrA"} {
		post(w.Site, mine+"/members", w.cookies["instrB"], url.Values{"name": {who}, "email": {who + "@mail.example"}, "role": {"student"}})
	}
	page := see(w.Site, mine, w.cookies["instrB"]).Body.String()
	if !strings.Contains(page, "self@mail.example") {
		t.Fatal("the roster lacks who was added")
	}
	for _, link := range regexp.MustCompile(`/cohorts/[0-9a-f-]{36}/members/[0-9a-f-]{36}/link`).FindAllString(page, -1) {
		got := post(w.Site, link, w.cookies["instrB"], nil)
		if got.Code == http.StatusOK && !strings.Contains(got.Body.String(), "Hand it to other") {
			t.Errorf("%s hands out a way into another's account", link)
		}
	}
}

// sendFile sends a form with a file.
func sendFile(t *testing.T, s *Site, path, cookie string, fields map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	for name, value := range fields {
		part, err := m.CreateFormFile(name, "roster.csv")
		if name != "file" {
			part, err = m.CreateFormField(name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", m.FormDataContentType())
	r.Header.Set("Cookie", cookie)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// An import is tried first, and stores nothing until it is confirmed.
func TestImport(t *testing.T) {
	w := newTown(t)
	path, cookie := "/cohorts/"+w.names["$A"]+"/import", w.cookies["instrA"]
	file := "\xef\xbb\xbfname,email\r\n=1+1,eve@mail.example\r\nself,self@mail.example\r\n"
	tried := sendFile(t, w.Site, path, cookie, map[string]string{"file": file})
	for _, want := range []string{"One person would join", "=1+1", "gets an account and joins", "nothing changes"} {
		if !strings.Contains(tried.Body.String(), want) {
			t.Errorf("the dry run lacks %q", want)
		}
	}
	roster := func() string { return see(w.Site, "/cohorts/"+w.names["$A"], cookie).Body.String() }
	if strings.Contains(roster(), "eve@mail.example") {
		t.Error("the dry run stored somebody")
	}
	if got := sendFile(t, w.Site, path, cookie, map[string]string{"file": file + ",nobody\r\n", "sure": "yes"}); got.Code != 422 || strings.Contains(roster(), "eve@mail.example") {
		t.Errorf("a file with a fault, confirmed: %d", got.Code)
	}
	done := sendFile(t, w.Site, path, cookie, map[string]string{"text": file, "sure": "yes"})
	if done.Code != http.StatusOK || strings.Count(done.Body.String(), "/invite/") != 1 {
		t.Errorf("confirmed: %d with %d links, want 200 with 1", done.Code, strings.Count(done.Body.String(), "/invite/"))
	}
	if !strings.Contains(roster(), "eve@mail.example") {
		t.Error("the import stored nobody")
	}
	if got := sendFile(t, w.Site, path, cookie, map[string]string{"file": strings.Repeat("x", maxUpload+1)}); got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge file: %d, want 413", got.Code)
	}
}
