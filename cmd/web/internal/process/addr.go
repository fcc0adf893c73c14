package process

import (
	"errors"
	"fmt"
	"net"
	"sync"
)

// The ports of FreeAddr lie below those that systems give to outgoing connections
// (32768 and up on Linux), in blocks of which a process has one to itself: a
// server may take its time to listen, and be away between two lives, and nobody
// else gets its port by chance.
const (
	firstPort  = 20_000
	blockPorts = 256
	blocks     = 49 // up to port 32,543
)

// ports hands out the ports of one block. Its first one is listened at for as
// long as the process lives, by which others see that the block is taken.
type ports struct {
	mu    sync.Mutex
	taken net.Listener
	block int // its first port
	next  int // offset that was handed out last
}

var ofThisProcess ports

// FreeAddr is an address of this machine that nobody listens on now, and that no
// other process gets of FreeAddr while this one lives. The same address comes
// again only after 255 others.
func FreeAddr() (string, error) { return ofThisProcess.free() }

var errNoPort = errors.New("no port is free")

func (p *ports) free() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.take(); err != nil {
		return "", err
	}
	for range blockPorts - 1 {
		p.next = p.next%(blockPorts-1) + 1
		if l, err := listen(p.block + p.next); err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errNoPort
}

// take takes a block, where there is none yet.
func (p *ports) take() error {
	for block := firstPort; p.taken == nil; block += blockPorts {
		if block == firstPort+blocks*blockPorts {
			return errNoPort
		}
		if l, err := listen(block); err == nil {
			p.taken, p.block = l, block
		}
	}
	return nil
}

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}
