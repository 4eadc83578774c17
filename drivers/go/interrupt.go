package main

import (
	"context"
	"errors"
	"time"
)

// With timeout, the caller stops waiting, and the goroutine of the call goes on. The others are about the context of a call.
var interrupts = []string{"timeout", "deadline", "cancel"}

var errGivenUp = errors.New("the caller stopped waiting")

// interrupt is how a caller gives a call up, and when. taken: the client of the call takes its context.
type interrupt struct {
	By      string        `json:"by"`
	AfterMS time.Duration `json:"after_ms"`
	ctx     context.Context
	end     func()
	taken   bool
}

// begin makes the context of a call that is made at once.
func (i *interrupt) begin() {
	i.ctx, i.end = context.WithCancel(context.Background())
	if i.By == "deadline" {
		i.ctx, i.end = context.WithTimeout(i.ctx, i.after())
	} else if i.By == "cancel" {
		time.AfterFunc(i.after(), i.end)
	}
}

func (i *interrupt) after() time.Duration { return i.AfterMS * time.Millisecond }

// check refuses what the client of the call cannot do.
func (i *interrupt) check() {
	if i.By != "timeout" && !i.taken {
		panic(lack("an interrupt by " + i.By + " (this call takes no context)"))
	}
}

// attempt makes a call, which may be given up. It returns its error, or what it panicked with.
func (c *cell) attempt(i *interrupt, do Make) (found, failed any) {
	if i == nil {
		return protected(do)
	}
	defer i.end()
	if i.By != "timeout" {
		return protected(do)
	}
	ended := make(chan [2]any, 1)
	c.abandoned = make(chan struct{})
	go func(gone chan struct{}) {
		defer close(gone)
		found, failed := protected(do)
		ended <- [2]any{found, failed}
	}(c.abandoned)
	select {
	case both := <-ended:
		return both[0], both[1]
	case <-time.After(i.after()):
		return nil, errGivenUp
	}
}

// protected makes a call, and returns its error, or what it panicked with.
func protected(do Make) (found, failed any) {
	defer func() {
		if panicked := recover(); panicked != nil {
			failed = panicked
		}
	}()
	found, err := do()
	if err != nil {
		return nil, err
	}
	return found, nil
}

// injected: whether this is the error that the interrupt raised.
func injected(failed any) bool {
	err, is := failed.(error)
	return is && (err == errGivenUp || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded))
}
