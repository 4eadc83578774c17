package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"time"

	"github.com/pior/memcache"
)

// pior's client takes bytes and keeps no flags, so that an application knows which values it encoded, here as JSON. It creates the
// counters that it counts. A deletion does not say whether there was an item.
type pior struct {
	*memcache.Client
	*memcache.BatchCommands
}

func (c pior) Make(s Step) Make {
	ctx, decoded := s.Context(), c.value(s)
	switch s.Op {
	case "get":
		return func() (any, error) { return decoded(c.Get(ctx, s.Key)) }
	case "get_multi":
		return func() (any, error) {
			items, err := c.MultiGet(ctx, s.Keys)
			values := make(map[string]any, len(items))
			for _, item := range items {
				if item.Found {
					values[item.Key], err = decoded(item, err)
				}
			}
			return values, err
		}
	case "set":
		return func() (any, error) { return c.stored(ctx, c.Set, s) }
	case "add":
		return func() (any, error) { return c.stored(ctx, c.Add, s) }
	case "delete":
		return func() (any, error) { return nil, c.Delete(ctx, s.Key) }
	}
	by := map[string]int64{"incr": int64(s.By), "decr": -int64(s.By)}[s.Op]
	if by == 0 || s.Initial != nil && int64(*s.Initial) != by {
		return nil
	}
	return func() (any, error) { return c.Increment(ctx, s.Key, by, ttl(s)) }
}
func ttl(s Step) memcache.TTL { return memcache.ExpiresIn(time.Duration(s.TTL) * time.Second) }

func (pior) stored(ctx context.Context, write func(context.Context, memcache.Item) error, s Step) (_ any, err error) {
	bytes, raw := s.Value.([]byte)
	if !raw || !s.Raw {
		if bytes, err = json.Marshal(s.Value); err != nil {
			return nil, err
		}
	}
	if err = write(ctx, memcache.Item{Key: s.Key, Value: bytes, TTL: ttl(s)}); errors.Is(err, memcache.ErrNotStored) {
		return false, nil
	}
	return err == nil, err
}
func (pior) value(s Step) func(memcache.Item, error) (any, error) {
	return func(item memcache.Item, err error) (value any, _ error) {
		if err != nil || !item.Found {
			return nil, err
		} else if s.Raw {
			return item.Value, nil
		}
		err = json.Unmarshal(item.Value, &value)
		return value, err
	}
}

func init() {
	adapters["pior-memcache"] = Adapter{Library: memcache.NewClient, Connect: func(servers []string, options Options, access Access) (Client, error) {
		secure, err := access.Config()
		config := memcache.Config{Timeout: options.Seconds("timeout"), MaxSize: int32(options.Number("pool_size"))}
		if secure != nil {
			config.Dialer = &tls.Dialer{Config: secure}
		}
		client := memcache.NewClient(memcache.StaticServers(servers...), config)
		return pior{client, memcache.NewBatchCommands(client)}, err
	}}
}
