package site

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestClientAddressIsNotTheOneItClaims(t *testing.T) {
	_, ours, _ := net.ParseCIDR("10.0.0.0/8")
	for _, tt := range []struct {
		name, remote, forwarded, want string
		proxies                       []*net.IPNet
	}{
		{"no proxy, spoofed", "203.0.113.5:1", "9.9.9.9", "203.0.113.5", nil},
		{"no proxy, private neighbour", "192.168.1.2:1", "9.9.9.9", "192.168.1.2", nil},
		{"no proxy, loopback", "127.0.0.1:1", "9.9.9.9", "127.0.0.1", nil},
		{"private neighbour is no proxy of ours", "192.168.1.2:1", "9.9.9.9", "192.168.1.2", []*net.IPNet{ours}},
		{"loopback is no proxy of ours", "127.0.0.1:1", "9.9.9.9", "127.0.0.1", []*net.IPNet{ours}},
		{"our proxy", "10.0.0.7:1", "203.0.113.5", "203.0.113.5", []*net.IPNet{ours}},
		{"our proxy, spoofed before it", "10.0.0.7:1", "9.9.9.9, 203.0.113.5", "203.0.113.5", []*net.IPNet{ours}},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tt.remote
		r.Header.Set("X-Forwarded-For", tt.forwarded)
		if got := clientIP(tt.proxies)(r); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
