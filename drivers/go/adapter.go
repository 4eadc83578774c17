package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"os"
	"strconv"
	"time"
)

// Make makes one call of a client, and nothing else. Its error ends a run.
type Make = func() (any, error)

// Step is a call of a plan.
type Step struct {
	Op         string     `json:"op"`
	Key        string     `json:"key"`
	Keys       []string   `json:"keys"`
	TTL        int32      `json:"ttl"`
	By         uint64     `json:"by"`
	Initial    *uint64    `json:"initial"`
	OnlyAbsent bool       `json:"unless_exist"`
	Each       bool       `json:"each"`
	AfterMiss  bool       `json:"after_miss"`
	Raw        bool       `json:"raw"`
	ValueAt    *int       `json:"value"`
	ValuesAt   []int      `json:"values"`
	Interrupt  *interrupt `json:"interrupt"`
	Value      any        `json:"-"`
	Values     []any      `json:"-"`
}

// Context is for a client that takes one: Make asks for it, and gives it to each call.
func (s Step) Context() context.Context {
	if s.Interrupt == nil {
		return context.Background()
	}
	s.Interrupt.taken = true
	return s.Interrupt.ctx
}

// Client is a connected client. Make returns nil for an operation that it lacks. What it makes returns replies in the neutral form.
type Client interface{ Make(step Step) Make }

// sharer is a client for one goroutine, which needs to know that several share it.
type sharer interface{ Shared() Client }

// Adapter connects a client. Library is a function of the client's source, or of the reference; nil for none.
type Adapter struct {
	Library any
	Connect func(servers []string, options Options, access Access) (Client, error)
}

// Each adapter adds itself when the program starts.
var adapters = map[string]Adapter{}

// Options are those of a contender: text, or true and false.
type Options map[string]any

// Number is an option that is a number; zero without it.
func (options Options) Number(name string) float64 {
	text, _ := options[name].(string)
	number, _ := strconv.ParseFloat(text, 64)
	return number
}

// Seconds is an option that is a time; zero without it.
func (options Options) Seconds(name string) time.Duration {
	return time.Duration(options.Number(name) * float64(time.Second))
}

// Access is what a client needs besides the addresses. The authorities of TLS are those of a file, or without one the machine's.
type Access struct {
	TLS *struct {
		Authorities *string `json:"ca"`
	} `json:"tls"`
}

// Config verifies the certificate of a server, and that it names the host; nil without TLS.
func (a Access) Config() (*tls.Config, error) {
	if a.TLS == nil {
		return nil, nil
	} else if a.TLS.Authorities == nil {
		return &tls.Config{}, nil
	}
	text, err := os.ReadFile(*a.TLS.Authorities)
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	if err == nil && !config.RootCAs.AppendCertsFromPEM(text) {
		err = errors.New("no certificate is in " + *a.TLS.Authorities)
	}
	return config, err
}
