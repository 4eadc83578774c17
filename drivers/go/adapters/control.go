package main

import (
	"errors"
	"time"
)

// The reference with one mutant of mutants/: what a check must catch, or it cannot be trusted. With none it is right.
var mutants = map[string]func(socket) Client{}

func init() {
	adapters["control"] = Adapter{Library: NewSocket, Connect: func(servers []string, options Options, _ Access) (Client, error) {
		right := socket{NewSocket(servers, time.Second, nil), nil}
		name, given := options["mutant"].(string)
		if !given {
			return right, nil
		}
		mutant, known := mutants[name]
		if !known {
			return nil, errors.New("no mutant is called " + name)
		}
		return mutant(right), nil
	}}
}
