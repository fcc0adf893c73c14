package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"fencepost/cmd/web/internal/process"
)

// nginxConfig serves one folder as nginx does best: files that are compressed
// already, by as many workers as there are processors, without a log.
const nginxConfig = `daemon off;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
worker_processes auto;
%[3]s
events { worker_connections 1024; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 100000000;
	open_file_cache max=100;
	default_type text/html;
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;
	server {
		listen %[2]s;
		root %[1]s/www;
		gzip_static on;
	}
}
`

// nginxPath is where the file stands.
const nginxPath = "/lesson.html"

// startNginx serves a page, compressed and not.
func (b *bench) startNginx(ctx context.Context, plain, compressed []byte) (*process.Process, error) {
	addr, err := process.FreeAddr()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(b.scratch, "nginx")
	if err != nil {
		return nil, err
	}
	user := ""
	if os.Getuid() == 0 {
		user = "user root;" // whose folder it is
	}
	name := filepath.Base(dir)
	config, err := b.writeFile(name+"/nginx.conf", fmt.Appendf(nil, nginxConfig, dir, addr, user))
	if err != nil {
		return nil, err
	}
	if _, err := b.writeFile(name+"/www"+nginxPath, plain); err != nil {
		return nil, err
	}
	if _, err := b.writeFile(name+"/www"+nginxPath+".gz", compressed); err != nil {
		return nil, err
	}
	return launch(ctx, addr, nginxPath, nil, nginxProgram(), "-c", config)
}

// nginxProgram is where Debian puts it, which not everybody's PATH has.
func nginxProgram() string {
	if _, err := os.Stat("/usr/sbin/nginx"); err == nil {
		return "/usr/sbin/nginx"
	}
	return "nginx"
}
