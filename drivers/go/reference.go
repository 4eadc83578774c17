package main

// The reference: the least Go that does the same work correctly on a plain socket, for one goroutine.

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"strconv"
	"time"
)

const (
	jsonFlag = 1
	textFlag = 2
)

// Encode gives a value as bytes, and the flags that say what it was.
func Encode(value any) ([]byte, uint32, error) {
	switch given := value.(type) {
	case []byte:
		return given, 0, nil
	case string:
		return []byte(given), textFlag, nil
	}
	bytes, err := json.Marshal(value)
	return bytes, jsonFlag, err
}

// Decode gives the value back.
func Decode(bytes []byte, flags uint32) (value any, err error) {
	switch flags {
	case jsonFlag:
		err = json.Unmarshal(bytes, &value)
		return value, err
	case textFlag:
		return string(bytes), nil
	}
	return bytes, nil
}

// Socket is the reference's client.
type Socket struct {
	lines  []*line
	buffer []byte
}

// NewSocket connects at the first call, with TLS if it is given.
func NewSocket(servers []string, timeout time.Duration, config *tls.Config) *Socket {
	client := &Socket{}
	for _, server := range servers {
		client.lines = append(client.lines, &line{server: server, timeout: timeout, tls: config})
	}
	return client
}

// Close closes each connection.
func (c *Socket) Close() error {
	for _, one := range c.lines {
		one.close()
	}
	return nil
}

// line is that of a key: keys are spread over several servers. A connection that failed is replaced.
func (c *Socket) line(key string) *line {
	var sum uint32
	for at := 0; at < len(key) && len(c.lines) > 1; at++ {
		sum = sum*31 + uint32(key[at])
	}
	at := sum % uint32(len(c.lines))
	if c.lines[at].failure != nil {
		failed := c.lines[at]
		c.lines[at] = &line{server: failed.server, timeout: failed.timeout, tls: failed.tls, ctx: failed.ctx}
	}
	return c.lines[at]
}

// Within makes a call until its context is done: then a connection that waits for the server is not used again.
func (c *Socket) Within(ctx context.Context, call func() (any, error)) (any, error) {
	c.limit(ctx)
	defer c.limit(nil)
	found, err := call()
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return found, err
}

func (c *Socket) limit(ctx context.Context) {
	for _, one := range c.lines {
		one.ctx = ctx
	}
}

// words is a request of one line, in a buffer that the next request uses again.
func (c *Socket) words(words ...string) []byte {
	c.buffer = c.buffer[:0]
	for at, word := range words {
		if at > 0 {
			c.buffer = append(c.buffer, ' ')
		}
		c.buffer = append(c.buffer, word...)
	}
	c.buffer = append(c.buffer, "\r\n"...)
	return c.buffer
}

func (c *Socket) storing(command, key string, value any, ttl int32, version ...string) ([]byte, error) {
	bytes, flags, err := Encode(value)
	head := []string{command, key, strconv.FormatUint(uint64(flags), 10), strconv.Itoa(int(ttl)), strconv.Itoa(len(bytes))}
	c.buffer = append(append(c.words(append(head, version...)...), bytes...), "\r\n"...)
	return c.buffer, err
}

// Store is a write of any kind.
func (c *Socket) Store(command, key string, value any, ttl int32, version ...string) (bool, error) {
	request, err := c.storing(command, key, value, ttl, version...)
	if err != nil {
		return false, err
	}
	return ask(c.line(key), request, stored)
}

// Get reads a value; nil for an absent key. `words` are those of the command before the key.
func (c *Socket) Get(key string, words ...string) (any, error) {
	found, err := c.find(key, words...)
	return found.value, err
}

func (c *Socket) find(key string, words ...string) (found item, err error) {
	_, err = ask(c.line(key), c.words(append(words, key)...), items([]string{key}, func(_ int, one item) { found = one }))
	return found, err
}

// Several reads values by their keys; with `versions`, also the version of each.
func (c *Socket) Several(keys []string, command string, give func(key string, found item)) (err error) {
	groups := map[*line][]string{}
	for _, key := range keys {
		groups[c.line(key)] = append(groups[c.line(key)], key)
	}
	for one, own := range groups {
		one.queue(c.words(append([]string{command}, own...)...))
	}
	if err = c.send(); err != nil {
		return err
	}
	for one, own := range groups {
		if _, err = receive(one, items(own, func(at int, found item) { give(own[at], found) })); err != nil {
			return c.abandon(err)
		}
	}
	return nil
}

// send sends what is queued for each server.
func (c *Socket) send() error {
	for _, one := range c.lines {
		if one.waiting == 0 {
			continue
		}
		if err := one.send(); err != nil {
			return c.abandon(err)
		}
	}
	return nil
}

// abandon fails the connections whose replies nobody reads.
func (c *Socket) abandon(err error) error {
	for _, one := range c.lines {
		if one.waiting > 0 {
			one.fail(err)
		}
	}
	return err
}

// Failed has the keys for which a request did not do it. All are sent before the first reply is read.
func (c *Socket) Failed(keys []string, request func(at int) ([]byte, error), parse func(*bufio.Reader) (bool, error)) ([]string, error) {
	for at, key := range keys {
		bytes, err := request(at)
		if err != nil {
			return nil, c.abandon(err)
		}
		c.line(key).queue(bytes)
	}
	if err := c.send(); err != nil {
		return nil, err
	}
	failed := []string{}
	for _, key := range keys {
		done, err := receive(c.line(key), parse)
		if err != nil {
			return nil, c.abandon(err)
		}
		if !done {
			failed = append(failed, key)
		}
	}
	return failed, nil
}

// Replace gets, then writes with the version that was read.
func (c *Socket) Replace(key string, value any, ttl int32) (bool, error) {
	found, err := c.find(key, "gets")
	if err != nil || found.version == "" {
		return false, err
	}
	return c.Store("cas", key, value, ttl, found.version)
}

// Count moves a counter; nil for an absent one without an initial number.
func (c *Socket) Count(command, key string, by uint64, initial *uint64, ttl int32) (any, error) {
	found, err := ask(c.line(key), c.words(command, key, strconv.FormatUint(by, 10)), number)
	if err != nil || found != nil || initial == nil {
		return found, err
	}
	_, err = c.Store("add", key, strconv.AppendUint(nil, *initial, 10), ttl)
	return *initial, err
}
