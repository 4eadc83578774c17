package main

import (
	"math"
	"runtime"
	"sort"
	"sync"
	"time"
)

// due has when each call is due, in ns after the start, which is a time of this driver's clock.
type due struct {
	Dues    []time.Duration `json:"dues"`
	StartNS *time.Duration  `json:"start_ns"`
	StopNS  *time.Duration  `json:"stop_ns"`
}

// missing is the reply to a call that was not made, or that failed.
type missing struct{}

// The system wakes a sleeper late, by less than this; the rest is waited for awake.
const awake = 200 * time.Microsecond

// reached waits for a time of this driver's clock.
func reached(due time.Duration) {
	for left := due - time.Since(epoch); left > 0; left = due - time.Since(epoch) {
		if left > awake {
			time.Sleep(left - awake)
		} else {
			runtime.Gosched()
		}
	}
}

// queue has the calls that are due, and what became of them. A free worker takes the next, and waits until it is due.
type queue struct {
	sync.Mutex
	dues, lags, latencies []time.Duration
	stop                  time.Duration
	next                  int
	failures              []reply
}

func (d due) queue(all []*share) *queue {
	made := &queue{dues: d.Dues, stop: math.MaxInt64, failures: []reply{}}
	if d.StopNS != nil {
		made.stop = *d.StopNS
	}
	made.lags, made.latencies = make([]time.Duration, len(d.Dues)), make([]time.Duration, len(d.Dues))
	for at := range made.lags {
		made.lags[at], made.latencies[at] = -1, -1
	}
	for _, worker := range all {
		for at := range worker.replies {
			worker.replies[at] = missing{}
		}
	}
	return made
}

// take is the number of the next call, once it is due, and when it begins; -1 if there is none. The next worker waits after it.
func (q *queue) take(s *share, start time.Duration) (at int, begun time.Duration) {
	q.Lock()
	defer q.Unlock()
	for ; q.next < len(q.dues); s.made++ {
		at := q.next
		q.next++
		if s.calls[s.made%len(s.calls)].AfterMiss && !s.missed {
			continue
		}
		reached(start + q.dues[at])
		if begun = time.Since(epoch) - start; begun > q.stop {
			q.next = len(q.dues)
			break
		}
		return at, begun
	}
	return -1, 0
}

// serve makes each call that a worker takes. An error ends nothing.
func (q *queue) serve(s *share, began time.Time) {
	start := began.Sub(epoch)
	for at, begun := q.take(s, start); at >= 0; at, begun = q.take(s, start) {
		one := s.made % len(s.makes)
		found, failed := protected(s.makes[one])
		q.lags[at], q.latencies[at] = begun-q.dues[at], time.Since(epoch)-start-q.dues[at]
		s.missed = found == nil && failed == nil
		if s.replies[one] = found; failed != nil {
			s.replies[one] = missing{}
			failure := raised(failed)
			failure["call"] = at
			q.Lock()
			q.failures = append(q.failures, failure)
			q.Unlock()
		}
		s.made++
	}
	s.stamps = append(s.stamps, time.Since(epoch)-start)
}

func (q *queue) report(ran reply, all []*share) {
	sort.Slice(q.failures, func(one, other int) bool { return q.failures[one]["call"].(int) < q.failures[other]["call"].(int) })
	made := make([]int, len(all))
	for at, one := range all {
		made[at] = one.made
	}
	ran["lags"], ran["latencies"], ran["raised"], ran["made"] = q.lags, q.latencies, q.failures, made
}
