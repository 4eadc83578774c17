package main

import (
	"context"
	"errors"
	"time"
)

// With timeout, the caller stops waiting, and the goroutine of the call goes on. The others are about the context of a call.
var interrupts = []string{"timeout", "deadline", "cancel"}

// interrupt is how a caller gives a call up, and when.
type interrupt struct {
	By      string        `json:"by"`
	AfterMS time.Duration `json:"after_ms"`
}

var errGivenUp = errors.New("the caller stopped waiting")

// limit is the context of a call, and whether its client takes it.
type limit struct {
	context.Context
	taken bool
}

// start returns the context of a call that begins now, and a function for its end.
func (i *interrupt) start() (*limit, func()) {
	ctx, end := context.Background(), func() {}
	if i != nil && i.By == "deadline" {
		ctx, end = context.WithTimeout(ctx, i.after())
	} else if i != nil && i.By == "cancel" {
		ctx, end = context.WithCancel(ctx)
		time.AfterFunc(i.after(), end)
	}
	return &limit{Context: ctx}, end
}

func (i *interrupt) after() time.Duration { return i.AfterMS * time.Millisecond }

// lack is why a client cannot be interrupted so; empty if it can.
func (i *interrupt) lack(given *limit) string {
	if i == nil || i.By == "timeout" || given.taken {
		return ""
	}
	return "an interrupt by " + i.By + " (this call takes no context)"
}

// call makes a call, which may be given up. It returns its error, or what it panicked with.
func (c *cell) call(step Step) (said any, failed any) {
	given, end := step.Interrupt.start()
	defer end()
	step.limit = given
	made := []call{c.callable(c.clients[0], step)}
	if step.Interrupt == nil || step.Interrupt.By != "timeout" {
		return c.once(made)
	}
	ended := make(chan [2]any, 1)
	c.abandoned = make(chan struct{})
	go func(gone chan struct{}) {
		defer close(gone)
		said, failed := c.once(made)
		ended <- [2]any{said, failed}
	}(c.abandoned)
	select {
	case found := <-ended:
		return found[0], found[1]
	case <-time.After(step.Interrupt.after()):
		return nil, errGivenUp
	}
}

func (c *cell) once(made []call) (any, any) {
	replies, failed := attempted(made[0].makes)
	if failed != nil {
		return nil, failed
	}
	return sorted(made, replies)[0], nil
}

// injected: whether this is the error that the interrupt raised.
func injected(failed any) bool {
	err, is := failed.(error)
	return is && (err == errGivenUp || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded))
}
