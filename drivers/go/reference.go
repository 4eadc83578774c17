package main

// The reference: the least Go that does the same work correctly on a plain socket, for one goroutine.

import (
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

// line is that of a key: keys are spread over several servers.
func (c *Socket) line(key string) *line {
	var sum uint32
	for at := 0; at < len(key) && len(c.lines) > 1; at++ {
		sum = sum*31 + uint32(key[at])
	}
	return c.usable(int(sum % uint32(len(c.lines))))
}

// usable is a connection, which is replaced if it failed.
func (c *Socket) usable(at int) *line {
	if c.lines[at].failure != nil {
		failed := c.lines[at]
		c.lines[at] = &line{server: failed.server, timeout: failed.timeout, tls: failed.tls}
	}
	return c.lines[at]
}

// Within makes a call until its context is done: then no connection is used again.
func (c *Socket) Within(ctx context.Context, call func(*Socket) (any, error)) (found any, err error) {
	ended, closed := make(chan struct{}), make(chan struct{})
	lines := append([]*line{}, c.lines...)
	for at := range lines {
		if lines[at] = c.usable(at); err == nil {
			err = lines[at].dial(ctx)
		}
	}
	go func() {
		defer close(closed)
		select {
		case <-ctx.Done():
			for _, one := range lines {
				one.close()
			}
		case <-ended:
		}
	}()
	if err == nil {
		found, err = call(c)
	}
	close(ended)
	if <-closed; ctx.Err() == nil {
		return found, err
	}
	for _, one := range lines {
		one.fail(ctx.Err())
	}
	if err != nil {
		err = ctx.Err()
	}
	return found, err
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
	return c.exchange(nil, func() error {
		for one, own := range groups {
			if _, err := receive(one, items(own, func(at int, found item) { give(own[at], found) })); err != nil {
				return err
			}
		}
		return nil
	})
}

// exchange sends what is queued for each server, unless that failed, and reads the replies. Connections whose replies nobody
// reads fail.
func (c *Socket) exchange(err error, read func() error) error {
	for _, one := range c.lines {
		if one.waiting > 0 && err == nil {
			err = one.send()
		}
	}
	if err == nil {
		err = read()
	}
	for _, one := range c.lines {
		if one.waiting > 0 && err != nil {
			one.fail(err)
		}
	}
	return err
}

// Failed has the keys for which a request did not do it. All are sent before the first reply is read.
func (c *Socket) Failed(keys []string, request func(at int) ([]byte, error), parse parser[bool]) ([]string, error) {
	var wrong error
	for at, key := range keys {
		bytes, err := request(at)
		if c.line(key).queue(bytes); err != nil {
			wrong = err
		}
	}
	failed := []string{}
	wrong = c.exchange(wrong, func() error {
		for _, key := range keys {
			if done, err := receive(c.line(key), parse); err != nil {
				return err
			} else if !done {
				failed = append(failed, key)
			}
		}
		return nil
	})
	return failed, wrong
}

// Fetch reads a value. An absent one is computed and stored, unless there is none.
func (c *Socket) Fetch(key string, value any, none bool, ttl int32) (any, error) {
	found, err := c.Get(key, "get")
	if err != nil || found != nil || none {
		return found, err
	}
	_, err = c.Store("set", key, value, ttl)
	return Computed{[]string{key}, value}, err
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
