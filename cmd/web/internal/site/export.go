package site

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/spreadsheet"
	"fencepost/store"
)

// exporting is one file of a cohort's work under way.
type exporting struct {
	*Site
	c       echo.Context
	edition *Edition
	cohort  store.Membership
	zone    *time.Location
	ask     store.Export
	names   map[string]string // by LearnerID, where names are hidden; else nil
	out     *spreadsheet.Writer
}

// exportFile is a kind of file. Gradebooks are about people by name.
type exportFile struct {
	name  string
	grade bool
	write func(*exporting) error
}

// exportFiles are all that can be had.
var exportFiles = []exportFile{
	{"checks.csv", false, (*exporting).checks},
	{"explanations.csv", false, (*exporting).explanations},
	{"reviews.csv", false, (*exporting).reviews},
	{"canvas.csv", true, (*exporting).canvas},
	{"moodle.csv", true, (*exporting).moodle},
}

// exportCohort sends a file of a cohort's work while it is being read. It stands
// in the log before the first row leaves.
func (s *Site) exportCohort(c echo.Context) error {
	m, err := s.cohort(c, auth.ExportCohort)
	if err != nil {
		return err
	}
	x, err := s.exporting(c, m)
	if err != nil {
		return err
	}
	file, ok := x.file(c.Param("file"))
	if !ok {
		return &unknown{what: "file", id: c.Param("file")}
	}
	d := &download{c: c, name: fileName(m.Name, file.name)}
	if c.Request().Method == http.MethodHead {
		d.begin()
		return nil
	}
	if err := s.store.AddEntry(c.Request().Context(), s.entry(c, "cohort.export", m.ID, x.detail(file.name))); err != nil {
		return fmt.Errorf("note an export: %w", err)
	}
	return x.send(d, file)
}

// exporting reads what the address asks for, in the words of the desk.
func (s *Site) exporting(c echo.Context, m store.Membership) (*exporting, error) {
	zone := zoneOr(m.Zone)
	a := asked(c.QueryParams(), func(string) *time.Location { return zone })
	x := &exporting{Site: s, c: c, edition: s.edition(c), cohort: m, zone: zone, ask: store.Export{
		Cohort: m.ID, Lesson: a.Lesson, Learner: a.Learner, FromMS: a.FromMS, ToMS: a.ToMS,
	}}
	if !a.hidden {
		return x, nil
	}
	list, err := s.classOf(c, m.ID)
	if err != nil {
		return nil, err
	}
	hideNames(list)
	x.names = map[string]string{}
	for _, st := range list {
		x.names[st.LearnerID] = st.Name
	}
	return x, nil
}

// classOf are all students of a cohort.
func (s *Site) classOf(c echo.Context, cohort string) ([]store.Student, error) {
	var all []store.Student
	for page := (store.Page{N: 500}); ; {
		list, err := s.store.Students(c.Request().Context(), s.scope(c), cohort, "", page)
		if err != nil {
			return nil, fmt.Errorf("list students: %w", err)
		}
		all = append(all, list.Rows...)
		if page.After = list.Next; page.After == "" {
			return all, nil
		}
	}
}

func (x *exporting) file(name string) (exportFile, bool) {
	for _, f := range exportFiles {
		if f.name == name && !(f.grade && x.names != nil) {
			return f, true
		}
	}
	return exportFile{}, false
}

// detail is what the log says of the export: what was asked for, and nobody's
// name.
func (x *exporting) detail(file string) map[string]string {
	d := map[string]string{"file": file}
	for _, key := range []string{"lesson", "student", "from", "to", "names"} {
		if v := deskQuery(x.c.QueryParams()).Get(key); v != "" {
			d[key] = clipped(v, 80)
		}
	}
	return d
}

// send writes the file. What goes wrong before the first bytes have left is
// answered with a page; after that the connection breaks, so that half a file is
// not taken for a whole one.
func (x *exporting) send(d *download, file exportFile) error {
	buffer := bufio.NewWriterSize(d, downloadBuffer)
	var err error
	if x.out, err = spreadsheet.New(buffer, x.c.QueryParam("bom") == "yes"); err != nil {
		return err
	}
	if err = file.write(x); err == nil {
		err = x.out.Flush()
	}
	if err == nil || !x.c.Response().Committed {
		return err
	}
	if !errors.Is(err, x.c.Request().Context().Err()) {
		x.logFailure(x.c, fmt.Errorf("export broke off: %w", err), http.StatusInternalServerError)
	}
	panic(http.ErrAbortHandler)
}

const (
	downloadBuffer   = 32 << 10 // bytes held back before any leave
	downloadPatience = 30 * time.Second
)

// download is a response that begins with its first bytes. Each piece has its
// own time to leave, so that a long file to a slow reader is not cut off.
type download struct {
	c    echo.Context
	name string
}

func (d *download) begin() {
	h := d.c.Response().Header()
	h.Set("Content-Type", "text/csv; charset=utf-8; header=present")
	h.Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
	d.c.Response().WriteHeader(http.StatusOK)
}

// Write implements io.Writer.
func (d *download) Write(p []byte) (int, error) {
	if !d.c.Response().Committed {
		d.begin()
	}
	// A connection that knows no deadlines has none to put off.
	_ = http.NewResponseController(d.c.Response()).SetWriteDeadline(time.Now().Add(downloadPatience))
	return d.c.Response().Write(p)
}

// fileName is a cohort's name as part of a file's name: letters, digits and
// dashes of ASCII, which every system takes.
func fileName(cohort, file string) string {
	parts := strings.FieldsFunc(strings.ToLower(cohort), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.Join(parts, "-")
	if len(name) > 40 {
		name = name[:40]
	}
	if name == "" {
		name = "cohort"
	}
	return name + "-" + file
}
