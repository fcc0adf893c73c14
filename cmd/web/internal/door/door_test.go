package door

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
)

// pipes is a listener that hands out the connections that a test puts in.
type pipes struct {
	in   chan net.Conn
	done chan struct{}
	once sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.in:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}
func (p *pipes) Addr() net.Addr { return name("here") }

// name is an address that is only a name.
type name string

func (name) Network() string  { return "test" }
func (n name) String() string { return string(n) }

// caller is a connection from an address.
type caller struct {
	net.Conn
	from name
}

func (c caller) RemoteAddr() net.Addr { return c.from }

// house is a door with its listener.
type house struct {
	*Door
	t     *testing.T
	pipes *pipes
	l     net.Listener
}

func newHouse(t *testing.T, most, ofOne int) *house {
	h := &house{t: t, pipes: &pipes{in: make(chan net.Conn), done: make(chan struct{})}}
	h.Door = &Door{Most: most, MostOfOne: ofOne, Neighbour: func(a net.Addr) string {
		if a.String() == "proxy" {
			return ""
		}
		return a.String()
	}}
	h.l = h.Listener(h.pipes)
	t.Cleanup(func() { h.l.Close() })
	return h
}

// knock has somebody connect; far is their end.
func (h *house) knock(from name) (far net.Conn) {
	near, far := net.Pipe()
	h.pipes.in <- caller{near, from}
	return far
}

// admit has somebody connect and be let in.
func (h *house) admit(from name) (near, far net.Conn) {
	h.t.Helper()
	got := make(chan net.Conn, 1)
	go func() {
		c, err := h.l.Accept()
		if err != nil {
			h.t.Error(err)
		}
		got <- c
	}()
	far = h.knock(from)
	return <-got, far
}

// over says whether the far end was closed.
func over(far net.Conn) bool {
	_, err := far.Read(make([]byte, 1))
	return errors.Is(err, io.EOF)
}

func TestTheLongestQuietMakesRoom(t *testing.T) {
	h := newHouse(t, 3, 3)
	a, _ := h.admit("a")
	_, farB := h.admit("b")
	c, _ := h.admit("c")
	h.ConnState(a, http.StateActive)
	h.admit("d") // a is at work, so b goes
	if !over(farB) {
		t.Error("the connection that was quiet for longest is still open")
	}
	h.ConnState(a, http.StateIdle) // now the last of the quiet ones: c goes before it
	h.admit("e")
	if h.in[c] != nil || h.in[a] == nil || len(h.in) != 3 {
		t.Errorf("%d are in, c %v, a %v", len(h.in), h.in[c] != nil, h.in[a] != nil)
	}
}

func TestWhereNobodyIsQuietANewcomerWaits(t *testing.T) {
	h := newHouse(t, 1, 1)
	a, _ := h.admit("a")
	h.ConnState(a, http.StateActive)
	let := make(chan net.Conn)
	go func() {
		c, _ := h.l.Accept()
		let <- c
	}()
	h.knock("b")
	select {
	case <-let:
		t.Fatal("two are in where one may be")
	default:
	}
	a.Close()
	if c := <-let; c == nil || len(h.in) != 1 {
		t.Errorf("after one left, %v came in and %d are there", c, len(h.in))
	}
}

func TestOneNeighbourHasOnlyAPart(t *testing.T) {
	h := newHouse(t, 100, 2)
	for range 2 {
		c, _ := h.admit("a")
		h.ConnState(c, http.StateActive)
	}
	let := make(chan net.Conn)
	go func() {
		c, _ := h.l.Accept()
		let <- c
	}()
	if !over(h.knock("a")) {
		t.Error("a third of one neighbour was let in")
	}
	h.knock("b")
	if c := <-let; c == nil || c.RemoteAddr().String() != "b" {
		t.Errorf("let in was %v, want another neighbour", c)
	}
	for range 10 { // a proxy brings everybody
		c, _ := h.admit("proxy")
		h.ConnState(c, http.StateActive)
	}
	if len(h.in) != 13 || h.of["a"] != 2 {
		t.Errorf("%d are in, %d of a", len(h.in), h.of["a"])
	}
}

func TestAQuietOneOfTheSameNeighbourGoesFirst(t *testing.T) {
	h := newHouse(t, 100, 2)
	_, farB := h.admit("b")
	_, farA := h.admit("a")
	h.admit("a")
	h.admit("a")
	if !over(farA) || len(h.in) != 3 {
		t.Errorf("%d are in, want two of a and b", len(h.in))
	}
	farB.Close()
}

func TestClosingEndsTheWait(t *testing.T) {
	h := newHouse(t, 1, 1)
	a, _ := h.admit("a")
	h.ConnState(a, http.StateActive)
	ended := make(chan error)
	go func() {
		_, err := h.l.Accept()
		ended <- err
	}()
	h.knock("b")
	h.l.Close()
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting ends with %v", err)
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	h := newHouse(t, 10, 10)
	for range 5 {
		c, _ := h.admit("a")
		c.Close()
		c.Close()
	}
	if len(h.in)+len(h.of)+h.quiet.Len() != 0 {
		t.Errorf("left behind: %d, %d, %d", len(h.in), len(h.of), h.quiet.Len())
	}
}
