package load

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// client is one kept connection. It does as little as a client can, since on a
// small machine its work is taken from the server's share.
type client struct {
	conn net.Conn
	in   *bufio.Reader
	body bytes.Buffer
	stop func() bool
}

// addresses is how many addresses of the loopback network the clients come from:
// what a server allows one address is not what is measured.
const addresses = 16

// lastAnswer is how long a request under way may take when a run ends. It is not
// broken off: what it wrote, the client must know.
const lastAnswer = 10 * time.Second

// dial connects client n.
func dial(ctx context.Context, addr string, n int) (*client, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+n%addresses))}}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now().Add(lastAnswer)) })
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 64<<10), stop: stop}, nil
}

// exchange sends r and reads all of its answer. It tells how long the body is.
func (c *client) exchange(r Request) (size int, err error) {
	if _, err := c.conn.Write(r.Raw); err != nil {
		return 0, err
	}
	resp, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	c.body.Reset()
	if _, err := c.body.ReadFrom(resp.Body); err != nil && err != io.EOF {
		return 0, err
	}
	if resp.StatusCode != r.Want {
		return 0, fmt.Errorf("status %d, want %d: %.200s", resp.StatusCode, r.Want, c.body.Bytes())
	}
	if r.Read != nil {
		err = r.Read(c.body.Bytes())
	}
	return c.body.Len(), err
}

func (c *client) close() {
	c.stop()
	_ = c.conn.Close()
}

// Raw is a request as it goes over the wire: the request line, the headers as
// given, and the body with its length.
func Raw(method, path, host string, header http.Header, body string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, host)
	_ = header.Write(&b) // a buffer takes everything
	if body != "" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.WriteString(body)
	return b.Bytes()
}
