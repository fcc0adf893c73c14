//go:build linux

package class

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
)

// nginxMain is what stands around a file of conf.d.
const nginxMain = `USER daemon off; pid DIR/pid; error_log DIR/error.log; worker_processes 2; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http {
  map $upstream_status $passed { default 0; "~," 1; }
  log_format passed "$request_method $upstream_status $status";
  access_log DIR/passed.log passed if=$passed;
  client_body_temp_path DIR/1; proxy_temp_path DIR/2; fastcgi_temp_path DIR/3; uwsgi_temp_path DIR/4; scgi_temp_path DIR/5;
  include DIR/site.conf;
}
`

// proxy is an nginx that runs.
type proxy struct {
	process.Process
	dir string
}

// passed is how many requests nginx sent to another replica, having had no good
// answer of one, since the last time.
func (p *proxy) passed(t testing.TB) (n int) {
	t.Helper()
	name := filepath.Join(p.dir, "passed.log")
	text, err := os.ReadFile(name)
	check(t, err)
	check(t, os.Truncate(name, 0))
	return strings.Count(string(text), "\n")
}

// newProxy runs nginx as docs/examples has it for replicas, without TLS.
func newProxy(t testing.TB, addr string, replicas []*replica) *proxy {
	t.Helper()
	text, err := os.ReadFile("../../../../docs/examples/nginx-replicas.conf")
	check(t, err)
	pairs := []string{
		"listen 443 ssl http2;", "listen " + addr + ";", "listen 80;", "listen " + freeAddress(t) + ";",
		"ssl_certificate     /etc/ssl/learn.example.org/fullchain.pem;", "", "ssl_certificate_key /etc/ssl/learn.example.org/privkey.pem;", "",
		"10.0.0.11:8080", replicas[0].Addr, "10.0.0.12:8080", replicas[1].Addr, "10.0.0.13:8080", replicas[2].Addr,
	}
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(string(text), pairs[i]) {
			t.Fatalf("the example does not hold %q", pairs[i])
		}
	}
	dir := t.TempDir()
	user := ""
	if os.Getuid() == 0 {
		user = "user root;" // or it could not reach the test's folder
	}
	for name, text := range map[string]string{
		"site.conf":  strings.NewReplacer(pairs...).Replace(string(text)),
		"nginx.conf": strings.NewReplacer("DIR", dir, "USER", user).Replace(nginxMain),
	} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	p := &proxy{process.Process{Addr: addr}, dir}
	check(t, p.Launch(nil, nginx(), "-p", dir, "-e", "stderr", "-c", filepath.Join(dir, "nginx.conf")))
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Errorf("nginx did not stop cleanly: %v", err)
		}
		if said, err := os.ReadFile(filepath.Join(dir, "error.log")); err == nil && t.Failed() {
			t.Logf("nginx said:\n%.4000s", said)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	check(t, p.Await(ctx, "/healthz"))
	return p
}

// nginx is where Debian has it, which is not on everybody's path.
func nginx() string {
	if path, err := exec.LookPath("nginx"); err == nil {
		return path
	}
	return "/usr/sbin/nginx"
}
