package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// records is a record store that takes offence at the first request.
type records struct {
	mu       sync.Mutex
	requests int
	verbs    []string
}

func (r *records) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	var list []struct {
		Verb struct{ Display struct{ En string } }
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests++
	user, password, _ := q.BasicAuth()
	switch {
	case r.requests == 1:
		w.WriteHeader(http.StatusServiceUnavailable)
	case q.URL.Path != "/xapi/statements" || user != "site" || password != "secret" || json.Unmarshal(body, &list) != nil:
		w.WriteHeader(http.StatusBadRequest)
	default:
		for _, s := range list {
			r.verbs = append(r.verbs, s.Verb.Display.En)
		}
	}
}

func (r *records) told() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.verbs, ", ")
}

// The real program tells a record store what a learner did, after it failed
// once, and says at the command line how the outbox stands.
func TestARecordStoreIsTold(t *testing.T) {
	t.Parallel()
	to := new(records)
	store := httptest.NewServer(to)
	t.Cleanup(store.Close)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, "XAPI_ENDPOINT="+store.URL+"/xapi", "XAPI_USERNAME=site", "XAPI_PASSWORD_FILE="+secret)
	jar, _ := cookiejar.New(nil) // never fails
	client := &http.Client{Jar: jar}
	if _, err := client.Get(s.url + lesson); err != nil {
		t.Fatal(err)
	}
	for path, fields := range map[string]url.Values{
		"/checks/self-fencing": {"option": {"pause-after-check"}},
		"/explanations":        {"text": {weak}},
	} {
		resp, err := client.PostForm(s.url+lesson+path, fields)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", path, resp, err)
		}
		resp.Body.Close()
	}
	for end := time.Now().Add(patience); strings.Count(to.told(), ",") < 2 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	for _, verb := range []string{"answered", "submitted", "was scored on"} {
		if strings.Count(to.told(), verb) != 1 {
			t.Errorf("told %q, want %q once", to.told(), verb)
		}
	}
	status := exec.Command(program, "xapi", "status", "-data-dir", s.data)
	out, err := status.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "waiting") || !strings.Contains(string(out), "given up") {
		t.Errorf("web xapi status: %v\n%s", err, out)
	}
}
