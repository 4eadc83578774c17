package main

import (
	"fmt"
	"time"
)

// socket is the reference. again makes another one, for a client that several goroutines share.
type socket struct {
	*Socket
	again func() *Socket
}

func (c socket) Make(s Step) Make {
	do, ctx := act(s), s.Context()
	if do == nil {
		return nil
	} else if ctx.Done() == nil {
		return func() (any, error) { return do(c.Socket) }
	}
	return func() (any, error) { return c.Within(ctx, do) }
}

func act(s Step) func(c *Socket) (any, error) {
	ttl := fmt.Sprint(s.TTL)
	switch s.Op {
	case "get", "read":
		return func(c *Socket) (any, error) { return c.Get(s.Key, "get") }
	case "gat":
		return func(c *Socket) (any, error) { return c.Get(s.Key, "gat", ttl) }
	case "fetch":
		return func(c *Socket) (any, error) { return c.Fetch(s.Key, s.Value, s.ValueAt == nil, s.TTL) }
	case "set", "write":
		command := map[bool]string{false: "set", true: "add"}[s.OnlyAbsent]
		return func(c *Socket) (any, error) { return c.Store(command, s.Key, s.Value, s.TTL) }
	case "add", "append", "prepend":
		return func(c *Socket) (any, error) { return c.Store(s.Op, s.Key, s.Value, s.TTL) }
	case "cas":
		return func(c *Socket) (any, error) { return c.Replace(s.Key, s.Value, s.TTL) }
	case "delete":
		return func(c *Socket) (any, error) { return ask(c.line(s.Key), c.words("delete", s.Key), deleted) }
	case "touch":
		return func(c *Socket) (any, error) { return ask(c.line(s.Key), c.words("touch", s.Key, ttl), touched) }
	case "incr", "increment", "decr", "decrement":
		return func(c *Socket) (any, error) { return c.Count(s.Op[:4], s.Key, s.By, s.Initial, s.TTL) }
	case "get_multi", "read_multi":
		return func(c *Socket) (any, error) {
			found := make(map[string]any, len(s.Keys))
			return found, c.Several(s.Keys, "get", func(key string, one item) { found[key] = one.value })
		}
	case "get_multi_cas":
		return func(c *Socket) (any, error) {
			found := make(map[string]any, len(s.Keys))
			return found, c.Several(s.Keys, "gets", func(key string, one item) { found[key] = []any{one.value, one.version} })
		}
	case "set_multi", "write_multi":
		return func(c *Socket) (any, error) {
			return c.Failed(s.Keys, func(at int) ([]byte, error) { return c.storing("set", s.Keys[at], s.Values[at], s.TTL) }, stored)
		}
	case "delete_multi":
		return func(c *Socket) (any, error) {
			return c.Failed(s.Keys, func(at int) ([]byte, error) { return c.words("delete", s.Keys[at]), nil }, deleted)
		}
	}
	return nil
}

// sockets are a client that several goroutines share: a call takes a free one, or makes one.
type sockets struct {
	again func() *Socket
	free  chan *Socket
}

// Shared is the client of several goroutines.
func (c socket) Shared() Client { return sockets{c.again, make(chan *Socket, 1024)} }

func (c sockets) Make(s Step) Make {
	do := act(s)
	if do == nil {
		return nil
	}
	return func() (any, error) {
		one := c.take()
		defer func() { c.free <- one }()
		return do(one)
	}
}

func (c sockets) take() *Socket {
	select {
	case one := <-c.free:
		return one
	default:
		return c.again()
	}
}

// Close closes each.
func (c sockets) Close() error {
	for len(c.free) > 0 {
		c.take().Close()
	}
	return nil
}

func init() {
	adapters["socket"] = Adapter{Library: NewSocket, Connect: func(servers []string, options Options, access Access) (Client, error) {
		timeout := time.Second
		if given := options.Seconds("timeout"); given > 0 {
			timeout = given
		}
		config, err := access.Config()
		again := func() *Socket { return NewSocket(servers, timeout, config) }
		return socket{again(), again}, err
	}}
}
