package main

import (
	"fmt"
	"sync"
	"time"
)

// socket has a function that makes another one.
type socket struct {
	*Socket
	again func() *Socket
}

func (c socket) Make(s Step) Make {
	ctx := s.Context()
	do := c.make(s)
	if do == nil || ctx.Done() == nil {
		return do
	}
	return func() (any, error) { return c.Within(ctx, do) }
}

func (c socket) make(s Step) Make {
	switch s.Op {
	case "get", "read":
		return func() (any, error) { return c.Get(s.Key, "get") }
	case "fetch":
		return c.fetch(s)
	case "gat":
		return func() (any, error) { return c.Get(s.Key, "gat", fmt.Sprint(s.TTL)) }
	case "set", "write":
		if s.OnlyAbsent {
			return c.storing("add", s)
		}
		return c.storing("set", s)
	case "add", "append", "prepend":
		return c.storing(s.Op, s)
	case "cas":
		return func() (any, error) { return c.Replace(s.Key, s.Value, s.TTL) }
	case "delete":
		return func() (any, error) { return ask(c.line(s.Key), c.words("delete", s.Key), deleted) }
	case "touch":
		return func() (any, error) { return ask(c.line(s.Key), c.words("touch", s.Key, fmt.Sprint(s.TTL)), touched) }
	case "incr", "increment":
		return func() (any, error) { return c.Count("incr", s.Key, s.By, s.Initial, s.TTL) }
	case "decr", "decrement":
		return func() (any, error) { return c.Count("decr", s.Key, s.By, s.Initial, s.TTL) }
	}
	return c.several(s)
}

func (c socket) several(s Step) Make {
	switch s.Op {
	case "get_multi", "read_multi":
		return func() (any, error) {
			found := make(map[string]any, len(s.Keys))
			return found, c.Several(s.Keys, "get", func(key string, one item) { found[key] = one.value })
		}
	case "get_multi_cas":
		return func() (any, error) {
			found := make(map[string]any, len(s.Keys))
			return found, c.Several(s.Keys, "gets", func(key string, one item) { found[key] = []any{one.value, one.version} })
		}
	case "set_multi", "write_multi":
		return func() (any, error) {
			return c.Failed(s.Keys, func(at int) ([]byte, error) { return c.Socket.storing("set", s.Keys[at], s.Values[at], s.TTL) }, stored)
		}
	case "delete_multi":
		return func() (any, error) {
			return c.Failed(s.Keys, func(at int) ([]byte, error) { return c.words("delete", s.Keys[at]), nil }, deleted)
		}
	}
	return nil
}

// sockets are a client that several goroutines share: a call takes a free one, or makes one.
type sockets struct {
	sync.Mutex
	connect func() *Socket
	free    []*lent
	all     []*Socket
	steps   int
}

// lent is one of them, and its calls by the number of their step.
type lent struct {
	socket
	makes map[int]Make
}

// Shared is the client of several goroutines.
func (c socket) Shared() Client { return &sockets{connect: c.again} }

func (c *sockets) Make(s Step) Make {
	if (socket{}).Make(s) == nil {
		return nil
	}
	c.steps++
	step := c.steps
	return func() (any, error) {
		one := c.take()
		defer c.give(one)
		if one.makes[step] == nil {
			one.makes[step] = one.Make(s)
		}
		return one.makes[step]()
	}
}

func (c *sockets) take() *lent {
	c.Lock()
	defer c.Unlock()
	if last := len(c.free) - 1; last >= 0 {
		one := c.free[last]
		c.free = c.free[:last]
		return one
	}
	made := c.connect()
	c.all = append(c.all, made)
	return &lent{socket{made, c.connect}, map[int]Make{}}
}

func (c *sockets) give(one *lent) {
	c.Lock()
	defer c.Unlock()
	c.free = append(c.free, one)
}

// Close closes each.
func (c *sockets) Close() error {
	for _, one := range c.all {
		one.Close()
	}
	return nil
}

func (c socket) storing(command string, s Step) Make {
	return func() (any, error) { return c.Store(command, s.Key, s.Value, s.TTL) }
}

func (c socket) fetch(s Step) Make {
	return func() (any, error) {
		found, err := c.Get(s.Key, "get")
		if err != nil || found != nil || s.ValueAt == nil {
			return found, err
		}
		_, err = c.Store("set", s.Key, s.Value, s.TTL)
		return Computed{[]string{s.Key}, s.Value}, err
	}
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
