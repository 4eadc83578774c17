package main

import (
	"errors"
	"runtime"
	"sync"
	"syscall"
	"time"
)

type run struct {
	Plan       string   `json:"plan"`
	Iterations []int    `json:"iterations"`
	Batch      int      `json:"batch"`
	Keep       string   `json:"keep"`
	Clock      string   `json:"clock"`
	Calls      [][]Step `json:"calls"`
	due
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
	replies := make([]any, len(all))
	if asked.Keep == "all" {
		atOnce(len(all), func() {}, func(at int) { replies[at] = c.kept(all[at].plan, all[at].iterations) })
		return reply{"replies": replies}
	}
	ran := c.timed(asked, all)
	for at, one := range all {
		if one.iterations == 0 {
			one.replies = nil
		}
		replies[at] = [][]any{mapped(one.replies)}
	}
	if asked.Keep == "last" {
		ran["replies"] = replies
	}
	return ran
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
	for _, one := range all {
		one.replies = make([]any, len(one.makes))
		one.stamps = make([]time.Duration, 1, one.iterations/asked.Batch+3)
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
			all[at].failed = all[at].loop(asked.Batch, start)
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
	spans := make([][]time.Duration, len(all))
	for at, one := range all {
		if one.failed != nil {
			panic(one.failed)
		}
		if last := one.stamps[len(one.stamps)-1]; last > wall {
			wall = last
		}
		spans[at] = one.spans
	}
	ran["wall_ns"], ran["batches"] = wall, []time.Duration{wall}
	if len(all) == 1 {
		ran["batches"] = batches(all[0].stamps)
	}
	if asked.Clock == "call" {
		ran["latencies"] = spans
	}
	if queue != nil {
		queue.report(ran, all)
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
func (s *share) loop(batch int, began time.Time) error {
	makes, replies, spans, iterations := s.makes, s.replies[:len(s.makes)], s.spans, s.iterations // no access has to be checked
	var was time.Duration
	for at := 0; at < iterations || at == 0; {
		for stop := at + batch; at < stop && at < iterations; at++ {
			for one, do := range makes {
				found, err := do()
				if err != nil {
					return err
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
		if s.stamps = append(s.stamps, was); iterations == 0 {
			break
		}
	}
	s.spans = spans
	return nil
}

// kept has the replies of each iteration. An error, or a panic, ends it.
func (c *cell) kept(made plan, iterations int) []any {
	all := []any{}
	for ; iterations > 0; iterations-- {
		list := []any{}
		for at, do := range made.makes {
			found, failed := c.attempt(made.calls[at].Interrupt, do)
			if failed != nil {
				list = append(list, reply{"raised": raised(failed)})
				break
			}
			list = append(list, reported(found))
		}
		all = append(all, list)
	}
	return all
}
