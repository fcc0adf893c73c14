// Package door lets connections in: so many at once, and of one neighbour only
// a part of them. Where there is no room, the connection that has been quiet
// for longest makes some, so that whoever opens thousands and says nothing
// keeps nobody out.
package door

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// Door counts connections. Use its Listener and its ConnState with one
// http.Server.
type Door struct {
	// Most is how many connections there may be at once.
	Most int
	// MostOfOne is how many of them one neighbour may have.
	MostOfOne int
	// Neighbour names who is at the other end; "" is a proxy of ours, for which
	// MostOfOne does not hold.
	Neighbour func(net.Addr) string

	mu     sync.Mutex
	room   *sync.Cond
	in     map[net.Conn]*guest
	of     map[string]int
	quiet  *list.List // of *guest, the one that has been quiet for longest in front
	closed bool
}

// guest is a connection that is in.
type guest struct {
	conn  net.Conn
	who   string
	quiet *list.Element // nil while a request of it is handled
}

// Listener is l behind the door.
func (d *Door) Listener(l net.Listener) net.Listener {
	d.room, d.in, d.of, d.quiet = sync.NewCond(&d.mu), map[net.Conn]*guest{}, map[string]int{}, list.New()
	return &listener{l, d}
}

// ConnState hears from the server what a connection does. One of which no whole
// head of a request has come is quiet.
func (d *Door) ConnState(c net.Conn, state http.ConnState) {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.in[c]
	switch {
	case g == nil:
	case state == http.StateIdle && g.quiet == nil:
		g.quiet = d.quiet.PushBack(g)
		d.room.Signal()
	case state == http.StateActive || state == http.StateHijacked:
		d.speak(g)
	}
}

func (d *Door) speak(g *guest) {
	if g.quiet != nil {
		d.quiet.Remove(g.quiet)
		g.quiet = nil
	}
}

// enter waits until there is room for a connection and counts it. It is false
// where the connection's neighbour has too many and none of them is quiet, or
// where the door is closed.
func (d *Door) enter(c net.Conn) bool {
	who := d.Neighbour(c.RemoteAddr())
	d.mu.Lock()
	defer d.mu.Unlock()
	if who != "" && d.of[who] >= d.MostOfOne && !d.dismiss(who) {
		return false
	}
	for len(d.in) >= d.Most && !d.closed && !d.dismiss("") {
		d.room.Wait()
	}
	if d.closed {
		return false
	}
	g := &guest{conn: c, who: who}
	d.in[c], g.quiet = g, d.quiet.PushBack(g)
	d.of[who]++
	return true
}

// dismiss closes the connection that has been quiet for longest, of this
// neighbour or "" of all.
func (d *Door) dismiss(who string) bool {
	for e := d.quiet.Front(); e != nil; e = e.Next() {
		if g := e.Value.(*guest); who == "" || g.who == who {
			d.leave(g.conn)
			_ = g.conn.(*conn).Conn.Close() // it is given up whatever comes of it
			return true
		}
	}
	return false
}

// leave stops counting a connection.
func (d *Door) leave(c net.Conn) {
	g := d.in[c]
	if g == nil {
		return
	}
	d.speak(g)
	delete(d.in, c)
	if d.of[g.who]--; d.of[g.who] == 0 {
		delete(d.of, g.who)
	}
	d.room.Signal()
}

// listener accepts what the door lets in.
type listener struct {
	net.Listener
	door *Door
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{raw, l.door}
		if l.door.enter(c) {
			return c, nil
		}
		_ = raw.Close() // it was never let in
	}
}

// Close ends the listening, and the waiting for room too.
func (l *listener) Close() error {
	l.door.mu.Lock()
	l.door.closed = true
	l.door.room.Broadcast()
	l.door.mu.Unlock()
	return l.Listener.Close()
}

// conn leaves when it is closed.
type conn struct {
	net.Conn
	door *Door
}

func (c *conn) Close() error {
	c.door.mu.Lock()
	c.door.leave(c)
	c.door.mu.Unlock()
	return c.Conn.Close()
}
