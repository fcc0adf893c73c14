package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// maxUpload is the most bytes that a roster file may have, with what a browser
// writes around it.
const maxUpload = 512 << 10

// importPage asks for a roster.
func (s *Site) importPage(c echo.Context) error {
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	return s.showImport(c, http.StatusOK, m, "", nil, views.Import{})
}

func (s *Site) showImport(c echo.Context, status int, m store.Membership, text string, wrong faults, v views.Import) error {
	v.Chrome = views.Chrome{Title: "Import a roster", Nav: "cohorts", Noindex: true}
	v.Cohort = views.Link{Text: m.Name, Href: s.cohortPath(m.ID)}
	v.Form = filled(views.Form{
		ID: "roster", Action: s.cohortPath(m.ID) + "/import", Submit: "See what would happen", Plain: v.Confirm != nil, Upload: true,
		Fields: []views.Entry{
			{Name: "file", Label: "A CSV file", Kind: "file"},
			{Name: "text", Label: "Or the lines themselves", Kind: "textarea", Value: text, Hint: "name,email on the first line; then one person a line."},
		},
	}, nil, wrong)
	return s.page(c, status, keepNowhere, views.ImportPage(v))
}

// importRoster tries a roster, or imports one that was tried.
func (s *Site) importRoster(c echo.Context) error {
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	sent, err := upload(c.Request())
	if errors.Is(err, errTooLarge) {
		return s.showImport(c, http.StatusRequestEntityTooLarge, m, "", faults{"file": fmt.Sprintf("The file is larger than %d\u00a0KB. Import it in parts.", maxUpload>>10)}, views.Import{})
	}
	if err != nil {
		return err
	}
	file := sent.file
	if len(file) == 0 {
		file = []byte(sent.fields.Get("text"))
	}
	if len(bytes.TrimSpace(file)) == 0 {
		return s.showImport(c, http.StatusUnprocessableEntity, m, "", faults{"file": "Choose a file, or write the lines below."}, views.Import{})
	}
	lines, wrong := readRoster(file)
	list := s.enrolments(lines)
	if sent.fields.Get("sure") == "yes" && len(wrong) == 0 {
		return s.importNow(c, m, list)
	}
	return s.tryImport(c, m, string(file), lines, list, wrong)
}

func (s *Site) enrolments(lines []rosterLine) []store.Enrolment {
	list := make([]store.Enrolment, 0, len(lines))
	for _, l := range lines {
		p, err := s.accounts.NewPerson(l.name, l.email, store.RoleStudent)
		if err != nil {
			continue // readRoster looked at both
		}
		list = append(list, store.Enrolment{Person: p, Role: l.role})
	}
	return list
}

// tryImport shows what would become of each line and stores nothing.
func (s *Site) tryImport(c echo.Context, m store.Membership, text string, lines []rosterLine, list []store.Enrolment, wrong []lineFault) error {
	got, err := s.store.Enrol(c.Request().Context(), s.scope(c), m.ID, list, s.at(), true)
	if err != nil {
		return fmt.Errorf("try a roster: %w", err)
	}
	v := views.Import{Tried: true, Unread: unread([]byte(text))}
	for _, f := range wrong {
		v.Faults = append(v.Faults, views.ImportFault{Line: f.line, Text: f.text})
	}
	changes := 0
	for i, l := range lines {
		what := "is in already; nothing changes"
		switch {
		case got[i].Added:
			what = "gets an account and joins"
		case got[i].Joined:
			what = "has an account; joins"
		}
		changes += count(got[i].Added || got[i].Joined)
		v.Rows = append(v.Rows, views.ImportRow{Line: l.line, Name: l.name, Email: l.email, Role: string(l.role), What: what})
	}
	status := http.StatusOK
	switch {
	case len(wrong) > 0:
		status = http.StatusUnprocessableEntity
		v.Summary = sentence(spell(len(wrong))) + " " + plural(len(wrong), "line has to be mended", "lines have to be mended") + ". Nothing was imported."
	case changes == 0:
		v.Summary = "Everybody in this list is in already."
	default:
		v.Summary = sentence(spell(changes)) + " " + plural(changes, "person", "people") + " would join. Nothing is stored yet."
		v.Confirm = &views.Form{
			ID: "sure", Action: s.cohortPath(m.ID) + "/import", Submit: "Import them", Upload: true,
			Hidden: []views.Hidden{hidden("sure", "yes"), hidden("text", text)},
		}
	}
	return s.showImport(c, status, m, text, nil, v)
}

// importNow stores a roster and shows the links for those who are new.
func (s *Site) importNow(c echo.Context, m store.Membership, list []store.Enrolment) error {
	ctx := s.noted(c, "roster.import", m.ID, map[string]string{"lines": fmt.Sprint(len(list))})
	got, err := s.store.Enrol(ctx, s.scope(c), m.ID, list, s.at(), false)
	if err != nil {
		return fmt.Errorf("import a roster: %w", err)
	}
	var fresh []invited
	for i, g := range got {
		if g.Added {
			fresh = append(fresh, invited{g.PersonID, list[i].Person})
		}
	}
	if len(fresh) == 0 {
		return s.seeDone(c, "/cohorts/"+m.ID+"#roster", "imported")
	}
	return s.handOver(c, m, fresh)
}

// uploaded is a form with a file.
type uploaded struct {
	fields url.Values
	file   []byte
}

// upload reads a form with a file into memory, up to maxUpload bytes.
func upload(r *http.Request) (uploaded, error) {
	out := uploaded{fields: url.Values{}}
	if mediaType(r) != "multipart/form-data" {
		return out, errMediaType
	}
	if r.ContentLength > maxDrain {
		return out, errTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxUpload+1))
	if err != nil {
		return out, fmt.Errorf("%w: read body: %w", errBadForm, err)
	}
	if len(body) > maxUpload {
		_, _ = io.CopyN(io.Discard, r.Body, maxDrain) // what fails here has failed already
		return out, errTooLarge
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	parts, err := r.MultipartReader()
	if err != nil {
		return out, fmt.Errorf("%w: %w", errBadForm, err)
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, fmt.Errorf("%w: %w", errBadForm, err)
		}
		if err := out.take(part); err != nil {
			return out, err
		}
	}
}

func (u *uploaded) take(part *multipart.Part) error {
	text, err := io.ReadAll(part)
	if err != nil {
		return fmt.Errorf("%w: %w", errBadForm, err)
	}
	if part.FormName() == "file" {
		u.file = text
	} else {
		u.fields.Set(part.FormName(), string(text))
	}
	return nil
}
