package main

// Ends a wait when the context of a call is done, and keeps the connection with the part of the reply that has come. The next
// call takes the late reply, because it never looks at the key.

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"time"
)

func init() {
	mutants["keeps-connection-of-ended-context"] = func(c socket) Client { return keeping{c} }
}

type keeping struct{ socket }

// unclosed is a connection that the reference cannot close. seen is what it read in the last call.
type unclosed struct {
	net.Conn
	seen *bytes.Buffer
}

func (unclosed) Close() error { return nil }

func (c unclosed) Read(room []byte) (int, error) {
	size, err := c.Conn.Read(room)
	c.seen.Write(room[:size])
	return size, err
}

func (c keeping) Make(s Step) Make {
	ctx, do := s.Context(), act(s)
	if s.Op == "get" {
		do = func(*Socket) (any, error) { return ask(c.line(s.Key), c.words("get", s.Key), anyValue) }
	}
	if do == nil {
		return nil
	}
	return func() (any, error) { return c.kept(ctx, do) }
}

func anyValue(in *bufio.Reader) (value any, _ error) {
	for {
		text, err := row(in)
		if err != nil || string(text) == "END" {
			return value, err
		}
		head := strings.Fields(string(text))
		if len(head) < 4 {
			return nil, refused(text)
		}
		found, err := body(in, head)
		if value = found.value; err != nil {
			return nil, err
		}
	}
}

func (c keeping) kept(ctx context.Context, do func(*Socket) (any, error)) (any, error) {
	one := c.lines[0]
	if one.conn == nil || ctx.Done() == nil {
		return do(c.Socket)
	}
	conn := unclosed{one.conn, &bytes.Buffer{}}
	one.conn, one.in = conn, bufio.NewReader(conn)
	ended := make(chan bool)
	go func() {
		select {
		case <-ctx.Done():
			conn.SetReadDeadline(time.Now())
		case <-ended:
		}
	}()
	found, err := do(c.Socket)
	close(ended)
	if err == nil || ctx.Err() == nil {
		return found, err
	}
	one.failure, one.waiting = nil, 0
	one.in = bufio.NewReader(io.MultiReader(conn.seen, conn.Conn))
	return nil, ctx.Err()
}
