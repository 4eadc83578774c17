package main

import (
	"crypto/tls"
	"errors"
	"reflect"

	"github.com/bradfitz/gomemcache/memcache"
)

// A client of any age: it could not always append, nor get and touch in one call. It takes bytes and flags, so that an
// application encodes and decodes its values.
type gomemcache struct{ *memcache.Client }

type appender interface {
	Append(*memcache.Item) error
	Prepend(*memcache.Item) error
}

type toucher interface {
	GetAndTouch(key string, seconds int32) (*memcache.Item, error)
}

func (c gomemcache) Make(s Step) Make {
	switch s.Op {
	case "get":
		return func() (any, error) { return value(c.Get(s.Key)) }
	case "get_multi":
		return func() (any, error) { return c.several(s.Keys) }
	case "gat":
		if late, has := any(c.Client).(toucher); has {
			return func() (any, error) { return value(late.GetAndTouch(s.Key, s.TTL)) }
		}
	case "cas":
		return func() (any, error) { return c.replace(s) }
	case "delete":
		return func() (any, error) { return done(c.Delete(s.Key)) }
	case "touch":
		return func() (any, error) { return done(c.Touch(s.Key, s.TTL)) }
	}
	if write := c.writes()[s.Op]; write != nil {
		return func() (any, error) { return encoded(write, &memcache.Item{Key: s.Key, Expiration: s.TTL}, s.Value) }
	}
	count := map[string]func(string, uint64) (uint64, error){"incr": c.Increment, "decr": c.Decrement}[s.Op]
	if count == nil || s.Initial != nil {
		return nil
	}
	return func() (any, error) {
		number, err := count(s.Key, s.By)
		return found(number, err)
	}
}

func (c gomemcache) writes() map[string]func(*memcache.Item) error {
	writes := map[string]func(*memcache.Item) error{"set": c.Set, "add": c.Add}
	if late, has := any(c.Client).(appender); has {
		writes["append"], writes["prepend"] = late.Append, late.Prepend
	}
	return writes
}

func (c gomemcache) several(keys []string) (any, error) {
	items, err := c.GetMulti(keys)
	values := make(map[string]any, len(items))
	for key, item := range items {
		if err == nil {
			values[key], err = Decode(item.Value, item.Flags)
		}
	}
	return values, err
}

func (c gomemcache) replace(s Step) (any, error) {
	item, err := c.Get(s.Key)
	if err != nil {
		return done(err)
	}
	item.Expiration = s.TTL
	return encoded(c.CompareAndSwap, item, s.Value)
}

func encoded(write func(*memcache.Item) error, item *memcache.Item, value any) (_ any, err error) {
	if item.Value, item.Flags, err = Encode(value); err != nil {
		return nil, err
	}
	return done(write(item))
}

func value(item *memcache.Item, err error) (any, error) {
	if err != nil {
		return found(nil, err)
	}
	return Decode(item.Value, item.Flags)
}

// found: a miss is no failure.
func found(reply any, err error) (any, error) {
	if err == memcache.ErrCacheMiss {
		return nil, nil
	}
	return reply, err
}

// done: some errors mean that a write was not made.
func done(err error) (any, error) {
	switch err {
	case memcache.ErrCacheMiss, memcache.ErrNotStored, memcache.ErrCASConflict:
		return false, nil
	}
	return err == nil, err
}

func init() {
	adapters["gomemcache"] = Adapter{Library: memcache.New, Connect: func(servers []string, options Options, access Access) (Client, error) {
		secure, err := access.Config()
		client := memcache.New(servers...)
		client.Timeout = options.Seconds("timeout")
		if idle := reflect.ValueOf(client).Elem().FieldByName("MaxIdleConns"); idle.IsValid() {
			idle.SetInt(int64(options.Number("max_idle")))
		}
		if dial := reflect.ValueOf(client).Elem().FieldByName("DialContext"); secure != nil && dial.IsValid() {
			dial.Set(reflect.ValueOf((&tls.Dialer{Config: secure}).DialContext))
		} else if secure != nil {
			err = errors.New("this release has no DialContext")
		}
		return gomemcache{client}, err
	}}
}
