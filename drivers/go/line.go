package main

// The connections of the reference, and the replies that come over them.

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// refusal is a reply that is an error of the server. It leaves the connection in order.
type refusal string

func (text refusal) Error() string { return "the server answered " + cut(string(text), 80) }

// refused is the error for a reply. After one that memcached does not send in order, the connection is not used again.
func refused(text []byte) error {
	found := refusal(text)
	if strings.HasPrefix(string(found), "SERVER_ERROR ") || strings.HasPrefix(string(found), "CLIENT_ERROR ") {
		return found
	}
	return errors.New(found.Error())
}

// line is a connection, which is made at the first call. Requests are answered in order.
type line struct {
	server  string
	timeout time.Duration
	tls     *tls.Config
	conn    net.Conn
	in      *bufio.Reader
	out     []byte
	waiting int
	failure error
}

// fail closes a connection whose replies may belong to other requests. It is not used again.
func (l *line) fail(err error) error {
	if l.failure == nil {
		l.failure = err
		l.close()
	}
	return l.failure
}

func (l *line) close() {
	if l.conn != nil {
		l.conn.Close()
	}
}

func (l *line) dial(ctx context.Context) (err error) {
	if l.failure != nil || l.conn != nil {
		return l.failure
	}
	network, dialer := "tcp", &net.Dialer{Timeout: l.timeout}
	if strings.HasPrefix(l.server, "/") {
		network = "unix"
	}
	dial := dialer.DialContext
	if l.tls != nil {
		dial = (&tls.Dialer{NetDialer: dialer, Config: l.tls}).DialContext
	}
	if l.conn, err = dial(ctx, network, l.server); err != nil {
		return l.fail(err)
	}
	l.in = bufio.NewReaderSize(l.conn, 16384)
	return nil
}

// queue adds a request to those that `send` sends.
func (l *line) queue(request []byte) {
	l.out = append(l.out, request...)
	l.waiting++
}

func (l *line) send() error {
	if err := l.dial(context.Background()); err != nil {
		return err
	}
	l.conn.SetWriteDeadline(time.Now().Add(l.timeout))
	_, err := l.conn.Write(l.out)
	if l.out = l.out[:0]; err != nil {
		return l.fail(err)
	}
	return nil
}

type parser[T any] func(in *bufio.Reader) (T, error)

// receive reads one reply with `parse`.
func receive[T any](l *line, parse parser[T]) (found T, err error) {
	if l.failure != nil {
		return found, l.failure
	}
	l.conn.SetReadDeadline(time.Now().Add(l.timeout))
	found, err = parse(l.in)
	l.waiting--
	if err != nil && !errors.As(err, new(refusal)) {
		return found, l.fail(err)
	}
	if l.waiting == 0 && l.in.Buffered() > 0 {
		return found, l.fail(errors.New("the server said more than it was asked"))
	}
	return found, err
}

func ask[T any](l *line, request []byte, parse parser[T]) (found T, err error) {
	l.queue(request)
	if err = l.send(); err != nil {
		return found, err
	}
	return receive(l, parse)
}

// row reads a line, which is valid until the next read.
func row(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	if len(text) < 2 || text[len(text)-2] != '\r' {
		return nil, errors.New("a line has no end")
	}
	return text[:len(text)-2], nil
}

// word reads a reply of one line: true, false, or a refusal.
func word(done string) parser[bool] {
	return func(in *bufio.Reader) (bool, error) {
		text, err := row(in)
		if err != nil {
			return false, err
		}
		switch string(text) {
		case done:
			return true, nil
		case "NOT_STORED", "EXISTS", "NOT_FOUND":
			return false, nil
		}
		return false, refused(text)
	}
}

var stored, deleted, touched = word("STORED"), word("DELETED"), word("TOUCHED")

// number reads a counter; nil for an absent key.
func number(in *bufio.Reader) (any, error) {
	text, err := row(in)
	if err != nil || string(text) == "NOT_FOUND" {
		return nil, err
	}
	found, err := strconv.ParseUint(strings.TrimRight(string(text), " "), 10, 64)
	if err != nil {
		return nil, refused(text)
	}
	return found, nil
}

type item struct {
	value   any
	version string
}

// items reads values up to END, and gives each with the position of its key: only of keys that were asked for.
func items(keys []string, give func(at int, found item)) parser[int] {
	return func(in *bufio.Reader) (count int, err error) {
		taken := make([]bool, len(keys))
		for ; ; count++ {
			text, err := row(in)
			if err != nil || string(text) == "END" {
				return count, err
			}
			head := strings.Fields(string(text))
			if len(head) < 4 || len(head) > 5 || head[0] != "VALUE" {
				if count == 0 {
					return 0, refused(text)
				}
				return count, errors.New(refusal(text).Error())
			}
			at := position(keys, taken, head[1], count)
			if at < 0 {
				return count, fmt.Errorf("the server returned %s, which was not asked for", cut(head[1], 250))
			}
			found, err := body(in, head)
			if err != nil {
				return count, err
			}
			taken[at] = true
			give(at, found)
		}
	}
}

// position is that of a key without a value; -1 if there is none. Servers usually reply in the order of the keys.
func position(keys []string, taken []bool, key string, first int) int {
	for past := range keys {
		if at := (first + past) % len(keys); keys[at] == key && !taken[at] {
			return at
		}
	}
	return -1
}

func body(in *bufio.Reader, head []string) (found item, err error) {
	flags, err := strconv.ParseUint(head[2], 10, 32)
	size, wrong := strconv.ParseUint(head[3], 10, 31)
	if err != nil || wrong != nil {
		return found, errors.New("a value has no length")
	}
	bytes := make([]byte, size+2)
	if _, err = io.ReadFull(in, bytes); err != nil {
		return found, err
	}
	if string(bytes[size:]) != "\r\n" {
		return found, errors.New("a value has another length than announced")
	}
	found.value, err = Decode(bytes[:size:size], uint32(flags))
	if len(head) == 5 {
		found.version = head[4]
	}
	return found, err
}
