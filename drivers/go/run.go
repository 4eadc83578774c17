package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"sync"
	"syscall"
	"time"
)

type run struct {
	Plan       string `json:"plan"`
	Iterations shares `json:"iterations"`
	Batch      int    `json:"batch"`
	Keep       string `json:"keep"`
	Clock      string `json:"clock"`
	due
}

// shares are how many iterations each worker makes: a list, or a number for the only one.
type shares []int

func (s *shares) UnmarshalJSON(text []byte) error {
	*s = shares{0}
	if err := json.Unmarshal(text, &(*s)[0]); err == nil {
		return nil
	}
	return json.Unmarshal(text, (*[]int)(s))
}

// share is what a worker makes of a plan: when each batch ended, how long each call took, the last replies, whether the last call
// that it made missed, and why it failed.
type share struct {
	plan
	iterations int
	stamps     []time.Duration
	spans      []time.Duration
	replies    []any
	made       int
	missed     bool
	failed     error
}

func (c *cell) run(asked run) reply {
	all := make([]*share, len(c.workers))
	for at, one := range c.workers {
		made, known := one.plans[asked.Plan]
		if !known {
			panic(errors.New("no plan is called " + asked.Plan))
		}
		all[at] = &share{plan: made, iterations: asked.Iterations[at]}
	}
	if asked.Keep == "all" {
		replies := make([]any, len(all))
		atOnce(len(all), func() {}, func(at int) { replies[at] = kept(all[at].calls, all[at].makes, all[at].iterations) })
		return reply{"replies": c.single(replies)}
	}
	ran := c.timed(asked, all)
	if asked.Keep == "last" {
		replies := make([]any, len(all))
		for at, one := range all {
			last := []any{}
			if one.iterations > 0 {
				last = sorted(one.calls, one.replies)
			}
			replies[at] = []any{last}
		}
		ran["replies"] = c.single(replies)
	}
	return ran
}

// single is a list with an entry for each of several workers, or the entry of the only one.
func (c *cell) single(entries []any) any {
	if c.several {
		return entries
	}
	return entries[0]
}

// atOnce has each worker do something, all from one moment, and waits for all. The only worker does it here.
func atOnce(workers int, begin func(), do func(at int)) {
	if workers == 1 {
		begin()
		do(0)
		return
	}
	var ready, ended sync.WaitGroup
	gate, panics := make(chan struct{}), make([]any, workers)
	ready.Add(workers)
	ended.Add(workers)
	for at := 0; at < workers; at++ {
		go func(at int) {
			defer ended.Done()
			defer func() { panics[at] = recover() }() // it would end the process
			ready.Done()
			<-gate
			do(at)
		}(at)
	}
	ready.Wait()
	begin()
	close(gate)
	ended.Wait()
	for _, panicked := range panics {
		if panicked != nil {
			panic(panicked)
		}
	}
}

// timed reports allocations, which Go counts exactly, and the processor time of all threads.
func (c *cell) timed(asked run, all []*share) reply {
	calls := 0
	for _, one := range all {
		one.replies = make([]any, len(one.makes))
		one.stamps = make([]time.Duration, 1, one.iterations/asked.Batch+3)
		calls += len(one.makes) * one.iterations
		if asked.Clock == "call" {
			one.spans = make([]time.Duration, 0, len(one.makes)*one.iterations+1)
		}
	}
	var before, after runtime.MemStats
	var began, ended syscall.Rusage
	var start time.Time
	var queue *queue
	if asked.Dues != nil {
		queue = asked.due.queue(all)
	}
	runtime.ReadMemStats(&before)
	begin := func() {
		if asked.StartNS != nil && len(asked.Dues) == 0 {
			reached(*asked.StartNS)
		}
		syscall.Getrusage(syscall.RUSAGE_SELF, &began)
		if start = time.Now(); asked.StartNS != nil {
			start = epoch.Add(*asked.StartNS)
		}
	}
	atOnce(len(all), begin, func(at int) {
		if queue == nil {
			one := all[at]
			one.stamps, one.spans, one.failed = loop(one.makes, one.replies, one.iterations, asked.Batch, start, one.stamps, one.spans)
		} else {
			queue.serve(all[at], start)
		}
	})
	syscall.Getrusage(syscall.RUSAGE_SELF, &ended)
	runtime.ReadMemStats(&after)
	ran := reply{"allocations": after.Mallocs - before.Mallocs,
		"gc_ns": after.PauseTotalNs - before.PauseTotalNs, "gc_count": after.NumGC - before.NumGC,
		"user_ns": ended.Utime.Nano() - began.Utime.Nano(), "system_ns": ended.Stime.Nano() - began.Stime.Nano()}
	var wall time.Duration
	spans := make([]time.Duration, 0, calls)
	for _, one := range all {
		if one.failed != nil {
			panic(one.failed)
		}
		if last := one.stamps[len(one.stamps)-1]; last > wall {
			wall = last
		}
		spans = append(spans, one.spans...)
	}
	ran["wall_ns"], ran["batches"] = wall, []time.Duration{wall}
	if !c.several {
		ran["batches"] = batches(all[0].stamps)
	}
	if asked.Clock == "call" {
		ran["latencies"] = packed(spans)
	}
	if queue != nil {
		queue.report(ran, all, c.several)
	}
	return ran
}

func batches(stamps []time.Duration) []time.Duration {
	measured := []time.Duration{}
	for at, stamp := range stamps[1:] {
		measured = append(measured, stamp-stamps[at])
	}
	return measured
}

// loop makes the calls, and reads the clock after each batch; with `spans`, after each call as well: the end of a call is the
// start of the next. Nothing else is between the loop and a client.
func loop(makes []Make, replies []any, iterations, batch int, began time.Time, stamps, spans []time.Duration) ([]time.Duration, []time.Duration, error) {
	replies = replies[:len(makes)] // so that no access has to be checked
	var was time.Duration
	for at := 0; at < iterations || at == 0; {
		for stop := at + batch; at < stop && at < iterations; at++ {
			for one, do := range makes {
				found, err := do()
				if err != nil {
					return stamps, spans, err
				}
				replies[one] = found
				if spans != nil {
					now := time.Since(began)
					spans = append(spans, now-was)
					was = now
				}
			}
		}
		if spans == nil || iterations == 0 {
			was = time.Since(began)
		}
		if stamps = append(stamps, was); iterations == 0 {
			break
		}
	}
	return stamps, spans, nil
}

// kept has the replies of each iteration. An error, or a panic, ends it.
func kept(calls []call, makes []Make, iterations int) []any {
	all := []any{}
	for ; iterations > 0; iterations-- {
		replies, failed := attempted(makes)
		list := sorted(calls, replies)
		if failed != nil {
			list = append(list, reply{"raised": raised(failed)})
		}
		all = append(all, list)
	}
	return all
}

func attempted(makes []Make) (replies []any, failed any) {
	for _, do := range makes {
		found, failed := protected(do)
		if failed != nil {
			return replies, failed
		}
		replies = append(replies, found)
	}
	return replies, nil
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

// sorted has a reply for each call of the plan; of a call with each key, their list.
func sorted(calls []call, replies []any) []any {
	list := []any{}
	for _, one := range calls {
		own := []any{}
		for ; len(own) < len(one.makes) && len(replies) > 0; replies = replies[1:] {
			own = append(own, reported(replies[0]))
		}
		if len(own) < len(one.makes) {
			break // it raised
		} else if one.step.Each {
			list = append(list, reply{"each": own})
		} else {
			list = append(list, own[0])
		}
	}
	return list
}

func packed(spans []time.Duration) string {
	bytes := make([]byte, 4*len(spans))
	for at, span := range spans {
		if span > math.MaxUint32 {
			span = math.MaxUint32
		}
		binary.LittleEndian.PutUint32(bytes[4*at:], uint32(span))
	}
	return base64.StdEncoding.EncodeToString(bytes)
}
