package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"runtime"
	"syscall"
	"time"
)

// call is a call of a plan that can be made: of each key, if it goes through several.
type call struct {
	step  Step
	makes []Make
}

type run struct {
	Plan       string `json:"plan"`
	Iterations int    `json:"iterations"`
	Batch      int    `json:"batch"`
	Keep       string `json:"keep"`
	Clock      string `json:"clock"`
	due
}

// cell is a client in one scenario.
type cell struct {
	client Client
	values []any
	plans  map[string][]call
}

func (c *cell) plan(name string, steps []Step) {
	calls := []call{}
	for _, step := range steps {
		if step.By == 0 {
			step.By = 1
		}
		if step.ValueAt != nil {
			step.Value = c.values[*step.ValueAt]
		}
		for _, at := range step.ValuesAt {
			step.Values = append(step.Values, c.values[at])
		}
		made := call{step: step}
		for _, one := range each(step) {
			do := c.client.Make(one)
			if do == nil {
				panic(lack("not offered by this client: " + step.Op))
			}
			made.makes = append(made.makes, do)
		}
		calls = append(calls, made)
	}
	c.plans[name] = calls
}

func each(step Step) []Step {
	if !step.Each {
		return []Step{step}
	}
	steps := make([]Step, len(step.Keys))
	for at, key := range step.Keys {
		one := step
		one.Key, one.Keys, one.Values = key, nil, nil
		if step.Values != nil {
			one.Value, one.ValueAt = step.Values[at], &step.ValuesAt[at]
		}
		steps[at] = one
	}
	return steps
}

func (c *cell) run(asked run) reply {
	calls := c.plans[asked.Plan]
	var makes []Make
	for _, one := range calls {
		makes = append(makes, one.makes...)
	}
	if asked.Keep == "all" {
		return reply{"replies": kept(calls, makes, asked.Iterations)}
	}
	return timed(asked, calls, makes)
}

// timed reports allocations, which Go counts exactly, and the processor time of all threads.
func timed(asked run, calls []call, makes []Make) reply {
	replies := make([]any, len(makes))
	stamps := make([]time.Duration, 1, asked.Iterations/asked.Batch+3)
	var spans []time.Duration
	if asked.Clock == "call" {
		spans = make([]time.Duration, 0, len(makes)*asked.Iterations+1)
	}
	var before, after runtime.MemStats
	var began, ended syscall.Rusage
	runtime.ReadMemStats(&before)
	syscall.Getrusage(syscall.RUSAGE_SELF, &began)
	ran := reply{}
	var err error
	if asked.Dues == nil {
		stamps, spans, err = loop(makes, replies, asked.Iterations, asked.Batch, stamps, spans)
	} else {
		stamps = append(stamps, asked.due.loop(calls, makes, replies, ran))
	}
	syscall.Getrusage(syscall.RUSAGE_SELF, &ended)
	runtime.ReadMemStats(&after)
	if err != nil {
		panic(err)
	}
	measured := []time.Duration{}
	for at, stamp := range stamps[1:] {
		measured = append(measured, stamp-stamps[at])
	}
	ran["wall_ns"], ran["batches"] = stamps[len(stamps)-1], measured
	ran["user_ns"], ran["system_ns"] = ended.Utime.Nano()-began.Utime.Nano(), ended.Stime.Nano()-began.Stime.Nano()
	ran["allocations"] = after.Mallocs - before.Mallocs
	ran["gc_ns"], ran["gc_count"] = after.PauseTotalNs-before.PauseTotalNs, after.NumGC-before.NumGC
	if spans != nil {
		ran["latencies"] = packed(spans)
	}
	if asked.Keep == "last" && asked.Iterations > 0 {
		ran["replies"] = []any{sorted(calls, replies)}
	} else if asked.Keep == "last" {
		ran["replies"] = []any{[]any{}}
	}
	return ran
}

// loop makes the calls, and reads the clock after each batch; with `spans`, after each call as well: the end of a call is the
// start of the next. Nothing else is between the loop and a client.
func loop(makes []Make, replies []any, iterations, batch int, stamps, spans []time.Duration) ([]time.Duration, []time.Duration, error) {
	replies = replies[:len(makes)] // so that no access has to be checked
	began := time.Now()
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
		var own []any
		for ; len(own) < len(one.makes) && len(replies) > 0; replies = replies[1:] {
			own = append(own, reported(replies[0]))
		}
		if own == nil {
			break
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

// values are a file of bytes, and an offset, a length and a kind of each value.
type values struct {
	File  string   `json:"file"`
	Index [][3]any `json:"index"`
}

func (v values) read() []any {
	content := must(os.ReadFile(v.File))
	list := make([]any, len(v.Index))
	for at, entry := range v.Index {
		offset, length := int(entry[0].(float64)), int(entry[1].(float64))
		part := content[offset : offset+length]
		switch entry[2] {
		case "bytes":
			list[at] = part
		case "text":
			list[at] = string(part)
		default:
			if err := json.Unmarshal(part, &list[at]); err != nil {
				panic(err)
			}
		}
	}
	return list
}
