//go:build image

package image

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
)

// config is what the image says of how it is to be run.
type config struct {
	Config struct {
		User         string
		Env          []string
		Entrypoint   []string
		Volumes      map[string]struct{}
		ExposedPorts map[string]struct{}
		Healthcheck  struct{ Test []string }
	} `json:"config"`
}

func readConfig(t *testing.T) config {
	t.Helper()
	text, err := os.ReadFile(os.Getenv("IMAGE_CONFIG"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Docker config }
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all.Docker
}

// container is one run after another of the image, on one volume.
type container struct {
	config
	root, data string
	addr       string
}

func newContainer(t *testing.T) *container {
	t.Helper()
	addr, err := process.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	c := &container{config: readConfig(t), root: os.Getenv("IMAGE_ROOT"), data: t.TempDir(), addr: addr}
	uid, gid := c.owner(t)
	if err := os.Chown(c.data, uid, gid); err != nil {
		t.Fatal(err)
	}
	return c
}

// isolated makes the mounts of a container that is run with --read-only, and
// then is the program: no /proc, no /dev, no /tmp, and no privilege.
const isolated = `set -e
mount --make-rprivate /
mount --bind "$0" "$0"
mount --bind "$1" "$0/data"
mount -o remount,ro,bind "$0"
user=$2; root=$0; shift 2
exec setpriv --no-new-privs chroot --userspec="$user" "$root" "$@"`

// command is a program of the image, with the environment that the image sets.
func (c *container) command(args ...string) *exec.Cmd {
	cmd := exec.Command("unshare", append([]string{"--mount", "sh", "-c", isolated, c.root, c.data, c.Config.User}, args...)...)
	cmd.Env = append(append([]string{}, c.Config.Env...), "PATH="+os.Getenv("PATH"), "LISTEN_ADDR="+c.addr, "BASE_URL=http://"+c.addr)
	return cmd
}

// runs runs a program of the image to its end.
func (c *container) runs(t *testing.T, in string, args ...string) (code int, out string) {
	t.Helper()
	cmd := c.command(args...)
	cmd.Stdin = strings.NewReader(in)
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// start runs the image's entry point and waits until it is ready.
func (c *container) start(t *testing.T) (stop func() int) {
	t.Helper()
	var log bytes.Buffer
	cmd := c.command(c.Config.Entrypoint...)
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if resp, err := http.Get(c.url("/readyz")); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				break
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("the container ended: %v\n%s", err, log.String())
		default:
		}
		if time.Since(began) > time.Minute {
			t.Fatal("the container is not ready after a minute")
		}
	}
	return func() int {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		<-ended
		if code := cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("exit code %d:\n%s", code, log.String())
		}
		return cmd.ProcessState.ExitCode()
	}
}

func (c *container) url(path string) string { return "http://" + c.addr + path }

// body is what an answer holds, which must have this status.
func body(t *testing.T, status int) func(*http.Response, error) string {
	return func(resp *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != status {
			t.Fatalf("%s answers %d (%v), want %d:\n%.800s", resp.Request.URL, resp.StatusCode, err, status, text)
		}
		return string(text)
	}
}
