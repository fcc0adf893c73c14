//go:build linux

package process

import (
	"fmt"
	"net"
	"os"
	"testing"
)

// Two processes never get the same address, and neither gets one that the system
// may give to an outgoing connection meanwhile.
func TestAnAddressIsNobodyElses(t *testing.T) {
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	if err != nil {
		t.Fatal(err)
	}
	var from, to int
	if _, err := fmt.Sscan(string(text), &from, &to); err != nil {
		t.Fatal(err)
	}
	one, other := new(ports), new(ports)
	seen := map[string]bool{}
	for range blockPorts - 1 {
		for _, p := range []*ports{one, other} {
			addr, err := p.free()
			if err != nil {
				t.Fatal(err)
			}
			if seen[addr] {
				t.Errorf("%s was handed out twice", addr)
			}
			seen[addr] = true
			if at, _ := net.ResolveTCPAddr("tcp", addr); at.Port >= from && at.Port <= to && from > firstPort {
				t.Errorf("%s may be an outgoing connection's, as ports %d to %d are", addr, from, to)
			}
		}
	}
	one.taken.Close()
	other.taken.Close()
}

// Where somebody listens already is no free address.
func TestAnAddressWhereSomebodyListensIsLeftOut(t *testing.T) {
	p := new(ports)
	first, err := p.free()
	if err != nil {
		t.Fatal(err)
	}
	defer p.taken.Close()
	l, err := net.Listen("tcp", first)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for range blockPorts - 1 {
		if addr, err := p.free(); addr == first || err != nil {
			t.Fatalf("handed out %s, where somebody listens (%v)", addr, err)
		}
	}
}
