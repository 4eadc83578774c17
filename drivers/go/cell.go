package main

import (
	"context"
	"encoding/json"
	"os"
)

// call is a call of a plan that can be made: of each key, if it goes through several.
type call struct {
	step  Step
	makes []Make
}

// plan has calls, and the functions that make them one after the other: which of them only after a miss.
type plan struct {
	calls     []call
	makes     []Make
	afterMiss []bool
}

// cell is one scenario, with a worker, or with several in mode `threads`. abandoned is closed when the last call that its caller
// gave up has ended.
type cell struct {
	values    []any
	clients   []Client
	workers   []worker
	several   bool
	abandoned chan struct{}
}

// worker has a client, which it may share, and plans.
type worker struct {
	client Client
	plans  map[string]plan
}

// connect gives each of several workers a client; all have the same if it is shared. A shared client may need to know.
func (c *cell) connect(m *message, workers int) {
	adapter := loaded[m.Client]
	for at := 0; at < workers; at++ {
		if at == 0 || !m.Shared {
			client := must(adapter.Connect(m.Servers, m.Options, m.Access))
			if one, is := client.(sharer); is && m.Shared {
				client = one.Shared()
			}
			c.clients = append(c.clients, client)
		}
		c.workers = append(c.workers, worker{client: c.clients[len(c.clients)-1], plans: map[string]plan{}})
	}
}

func (c *cell) plan(at int, name string, steps []Step) {
	made := plan{calls: []call{}}
	for _, step := range steps {
		one := c.callable(c.workers[at].client, step)
		made.calls, made.makes = append(made.calls, one), append(made.makes, one.makes...)
		for range one.makes {
			made.afterMiss = append(made.afterMiss, step.AfterMiss)
		}
	}
	c.workers[at].plans[name] = made
}

// bring takes the plan of a request: of several workers, it has a list of calls for each.
func (c *cell) bring(name string, given json.RawMessage) {
	var all [][]Step
	if !c.several {
		all = [][]Step{nil}
		given = append(append([]byte("["), given...), ']')
	}
	if err := json.Unmarshal(given, &all); err != nil {
		panic(err)
	}
	for at, steps := range all {
		c.plan(at, name, steps)
	}
}

func (c *cell) callable(client Client, step Step) call {
	if step.By == 0 {
		step.By = 1
	}
	if step.ValueAt != nil {
		step.Value = c.values[*step.ValueAt]
	}
	for _, at := range step.ValuesAt {
		step.Values = append(step.Values, c.values[at])
	}
	if step.limit == nil {
		step.limit = &limit{Context: context.Background()}
	}
	made := call{step: step}
	for _, one := range each(step) {
		do := client.Make(one)
		if do == nil {
			panic(lack("not offered by this client: " + step.Op))
		}
		made.makes = append(made.makes, do)
	}
	if missing := step.Interrupt.lack(step.limit); missing != "" {
		panic(lack("not offered by this client: " + missing))
	}
	return made
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
