package main

import (
	"math"
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

// loop makes each call when it is due, or when the one before it has ended. An error ends nothing. It returns how long it took.
func (d due) loop(calls []call, makes []Make, replies []any, ran reply) time.Duration {
	stop := time.Duration(math.MaxInt64)
	if d.StopNS != nil {
		stop = *d.StopNS
	}
	lags, latencies := make([]time.Duration, len(d.Dues)), make([]time.Duration, len(d.Dues))
	for at := range lags {
		lags[at], latencies[at] = -1, -1
	}
	for at := range replies {
		replies[at] = missing{}
	}
	var afterMiss []bool
	for _, one := range calls {
		for range one.makes {
			afterMiss = append(afterMiss, one.step.AfterMiss)
		}
	}
	failures := []reply{}
	start := time.Since(epoch) // last, so that no call is late
	if d.StartNS != nil {
		start = *d.StartNS
	}
	for at, after := range d.Dues {
		one := at % len(makes)
		if afterMiss[one] && replies[one-1] != nil {
			continue
		}
		for time.Since(epoch) < start+after {
			time.Sleep(start + after - time.Since(epoch) - awake)
		}
		begun := time.Since(epoch) - start
		if begun > stop {
			break
		}
		found, failed := protected(makes[one])
		lags[at], latencies[at] = begun-after, time.Since(epoch)-start-after
		if replies[one] = found; failed != nil {
			replies[one] = missing{}
			failure := raised(failed)
			failure["call"] = at
			failures = append(failures, failure)
		}
	}
	ran["lags"], ran["latencies"], ran["raised"] = lags, latencies, failures
	return time.Since(epoch) - start
}
