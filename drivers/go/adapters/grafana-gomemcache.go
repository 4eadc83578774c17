package main

import (
	"crypto/tls"
	"net"
	"time"

	"github.com/grafana/gomemcache/memcache"
)

// Grafana's fork takes a context for several keys. It takes bytes and flags, so that an application encodes its values.
type grafana struct{ *memcache.Client }

func (c grafana) Make(s Step) Make {
	writes := map[string]func(*memcache.Item) error{"set": c.Set, "add": c.Add}
	counts := map[string]func(string, uint64) (uint64, error){"incr": c.Increment, "decr": c.Decrement}
	switch write, count := writes[s.Op], counts[s.Op]; {
	case s.Op == "get":
		return func() (any, error) { return c.value(c.Get(s.Key)) }
	case s.Op == "get_multi":
		ctx := s.Context()
		return func() (any, error) { return c.values(c.GetMulti(ctx, s.Keys)) }
	case s.Op == "delete":
		return func() (any, error) { return c.done(c.Delete(s.Key)) }
	case s.Op == "touch":
		return func() (any, error) { return c.done(c.Touch(s.Key, s.TTL)) }
	case s.Op == "cas":
		return func() (any, error) {
			item, err := c.Get(s.Key)
			if err != nil {
				return c.done(err)
			}
			item.Expiration = s.TTL
			return c.stored(c.CompareAndSwap, item, s.Value)
		}
	case write != nil:
		return func() (any, error) { return c.stored(write, &memcache.Item{Key: s.Key, Expiration: s.TTL}, s.Value) }
	case count != nil && s.Initial == nil:
		return func() (any, error) {
			if number, err := count(s.Key, s.By); err != memcache.ErrCacheMiss {
				return number, err
			}
			return nil, nil
		}
	}
	return nil
}

func (c grafana) stored(write func(*memcache.Item) error, item *memcache.Item, value any) (_ any, err error) {
	if item.Value, item.Flags, err = Encode(value); err != nil {
		return nil, err
	}
	return c.done(write(item))
}
func (c grafana) value(item *memcache.Item, err error) (any, error) {
	if err == nil {
		return Decode(item.Value, item.Flags)
	}
	_, err = c.done(err)
	return nil, err
}
func (c grafana) values(items map[string]*memcache.Item, err error) (any, error) {
	values := make(map[string]any, len(items))
	for key, item := range items {
		values[key], err = c.value(item, err)
	}
	return values, err
}

func (grafana) done(err error) (any, error) {
	if err == memcache.ErrCacheMiss || err == memcache.ErrNotStored || err == memcache.ErrCASConflict {
		return false, nil
	}
	return err == nil, err
}

func init() {
	adapters["grafana-gomemcache"] = Adapter{Library: memcache.New, Connect: func(servers []string, options Options, access Access) (Client, error) {
		secure, err := access.Config()
		client := memcache.New(servers...)
		client.MaxIdleConns = int(options.Number("max_idle"))
		client.Timeout, client.ConnectTimeout = options.Seconds("timeout"), options.Seconds("timeout")
		if secure != nil {
			client.DialTimeout = func(network, address string, timeout time.Duration) (net.Conn, error) {
				return tls.DialWithDialer(&net.Dialer{Timeout: timeout}, network, address, secure)
			}
		}
		return grafana{client}, err
	}}
}
