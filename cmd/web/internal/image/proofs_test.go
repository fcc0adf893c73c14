//go:build image

package image

import (
	"compress/gzip"
	"crypto/x509"
	"encoding/pem"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// How large the image may be: as it is downloaded, and unpacked.
const (
	mostPacked   = 30_000_000
	mostUnpacked = 40_000_000
)

// owner is the user and group that the image runs as.
func (c *container) owner(t *testing.T) (uid, gid int) {
	t.Helper()
	user, group, _ := strings.Cut(c.Config.User, ":")
	uid, err := strconv.Atoi(user)
	if err != nil || uid == 0 {
		t.Fatalf("the image runs as %q", c.Config.User)
	}
	if gid, err = strconv.Atoi(group); err != nil {
		t.Fatalf("the image runs as %q", c.Config.User)
	}
	return uid, gid
}

func TestImageHoldsNothingElse(t *testing.T) {
	c := newContainer(t)
	var files []string
	size := int64(0)
	err := filepath.WalkDir(c.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		files = append(files, strings.TrimPrefix(path, c.root))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"/etc/ssl/certs/ca-certificates.crt", "/web"}; !slices.Equal(files, want) {
		t.Errorf("the image holds %v, want %v", files, want)
	}
	download := packed(t)
	t.Logf("%.1f MB unpacked, %.1f MB as it is downloaded", float64(size)/1e6, float64(download)/1e6)
	if size > mostUnpacked || download > mostPacked {
		t.Errorf("want at most %d bytes unpacked and %d as it is downloaded", mostUnpacked, mostPacked)
	}
	if _, ok := c.Config.Volumes["/data"]; !ok {
		t.Errorf("volumes %v", c.Config.Volumes)
	}
	if _, ok := c.Config.ExposedPorts["8080/tcp"]; !ok {
		t.Errorf("ports %v", c.Config.ExposedPorts)
	}
}

// packed is the size of the image as a registry keeps it.
func packed(t *testing.T) int64 {
	t.Helper()
	f, err := os.Open(os.Getenv("IMAGE_TAR"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := new(counter)
	w := gzip.NewWriter(n)
	if _, err := io.Copy(w, f); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return int64(*n)
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

func TestImageServesAndKeepsWhatWasWritten(t *testing.T) {
	c := newContainer(t)
	stop := c.start(t)
	const lesson, said = "/concepts/leases-and-fencing-tokens", "If the owner crashes it stops renewing, so the lease runs out and another worker may claim it."
	page := body(t, 200)(http.Get(c.url(lesson)))
	asset := regexp.MustCompile(`href="(/static/[^"]*\.css)"`).FindStringSubmatch(page)
	if asset == nil {
		t.Fatal("the page names no style sheet")
	}
	body(t, 200)(http.Get(c.url(asset[1])))

	browser := &http.Client{}
	browser.Jar, _ = cookiejar.New(nil)
	resp, err := browser.PostForm(c.url(lesson+"/explanations"), url.Values{"text": {said}})
	if text := body(t, 200)(resp, err); !strings.Contains(text, "lease runs out") {
		t.Errorf("the answer's page lacks it:\n%.800s", text)
	}
	check := c.Config.Healthcheck.Test[1:]
	if code, out := c.runs(t, "", check...); code != 0 {
		t.Errorf("health check of a running container: exit code %d: %s", code, out)
	}
	if code := stop(); code != 0 {
		t.Fatal("it did not end well")
	}
	if code, _ := c.runs(t, "", check...); code != 1 {
		t.Errorf("health check of a stopped container: exit code %d, want 1", code)
	}
	defer c.start(t)()
	if text := body(t, 200)(browser.Get(resp.Request.URL.String())); !strings.Contains(text, "lease runs out") {
		t.Errorf("after a restart the answer is gone:\n%.800s", text)
	}
}

func TestImageKnowsTimeZones(t *testing.T) {
	c := newContainer(t)
	const password = "seven lamps along the quay"
	if code, out := c.runs(t, password+"\n", "/web", "user", "add", "-role", "instructor", "-email", "ines@mail.example", "-name", "Ines"); code != 0 {
		t.Fatalf("web user add: exit code %d: %s", code, out)
	}
	defer c.start(t)()
	browser := &http.Client{}
	browser.Jar, _ = cookiejar.New(nil)
	body(t, 200)(browser.PostForm(c.url("/signin"), url.Values{"email": {"ines@mail.example"}, "password": {password}}))
	page := body(t, 200)(browser.PostForm(c.url("/cohorts/new"), url.Values{"title": {"Autumn"}, "zone": {"Pacific/Chatham"}}))
	if !strings.Contains(page, "Pacific/Chatham") {
		t.Errorf("the cohort's page does not name its zone:\n%.800s", page)
	}
}

func TestImageTrustsAuthorities(t *testing.T) {
	c := newContainer(t)
	rest, err := os.ReadFile(filepath.Join(c.root, "etc/ssl/certs/ca-certificates.crt"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for block, rest := pem.Decode(rest); block != nil; block, rest = pem.Decode(rest) {
		if _, err := x509.ParseCertificate(block.Bytes); err == nil {
			n++
		}
	}
	if n < 100 {
		t.Errorf("%d authorities can be read, want at least 100", n)
	}
}

func TestImageSaysWhichItIs(t *testing.T) {
	c := newContainer(t)
	code, out := c.runs(t, "", "/web", "version")
	if code != 0 || strings.Contains(out, "unknown") || strings.Contains(out, "(devel)") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// TestImageNeedsNoTemporaryFolder runs the store's own test inside the image:
// it builds an index and vacuums with more than SQLite keeps in its cache. Its
// control, which does the same with temporary files, must fail there.
func TestImageNeedsNoTemporaryFolder(t *testing.T) {
	c := newContainer(t)
	const inside = "store.test"
	build := exec.Command("go", "test", "-c", "-trimpath", "-o", filepath.Join(c.data, inside), "fencepost/store/sqlite")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]int{"MEMORY": 0, "FILE": 1} {
		c.Config.Env = append(c.Config.Env, "SQLITE_TEST_DIR=/data", "SQLITE_TEST_TEMP_STORE="+name)
		code, out := c.runs(t, "", "/data/"+inside, "-test.run", "^TestIndexAndVacuum$", "-test.v")
		if code != want || !strings.Contains(out, "TestIndexAndVacuum") {
			t.Errorf("temp_store %s: exit code %d, want %d:\n%s", name, code, want, out)
		}
	}
	code, out := c.runs(t, "", "/web", "backup", "-to", "/data/copy.db")
	if code != 1 { // there is no database yet
		t.Errorf("a copy of nothing: exit code %d: %s", code, out)
	}
	c.start(t)()
	if code, out := c.runs(t, "", "/web", "backup", "-to", "/data/copy.db"); code != 0 {
		t.Errorf("web backup: exit code %d: %s", code, out)
	}
}
