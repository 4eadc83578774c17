package main

import (
	"encoding/json"
	"io"
	"os"
)

// plan has calls, and the functions that make them.
type plan struct {
	calls []Step
	makes []Make
}

// worker has a client, which it may share, and plans.
type worker struct {
	client Client
	plans  map[string]plan
}

// cell is one scenario, with a worker, or with several in mode `threads`. abandoned is closed when the last call that its caller
// gave up has ended.
type cell struct {
	values    []any
	clients   []Client
	workers   []worker
	abandoned chan struct{}
}

// connect gives each worker a client; all have the same if it is shared. A shared client may need to know.
func (c *cell) connect(m *message) {
	for at := range m.Workers {
		if at == 0 || !m.Shared {
			client := must(loaded[m.Client].Connect(m.Servers, m.Options, m.Access))
			if one, is := client.(sharer); is && m.Shared {
				client = one.Shared()
			}
			c.clients = append(c.clients, client)
		}
		c.workers = append(c.workers, worker{client: c.clients[len(c.clients)-1], plans: map[string]plan{}})
	}
}

// Not every client can be closed.
func (c *cell) disconnect() {
	for _, client := range c.clients {
		if closer, is := client.(io.Closer); is {
			closer.Close()
		}
	}
}

// bring gives a worker a plan.
func (c *cell) bring(at int, name string, calls []Step) {
	made := plan{}
	for _, call := range calls {
		for _, step := range c.filled(call) {
			if step.Interrupt != nil {
				step.Interrupt.begin()
			}
			do := c.workers[at].client.Make(step)
			if do == nil {
				panic(lack(step.Op))
			} else if step.Interrupt != nil {
				step.Interrupt.check()
			}
			made.calls, made.makes = append(made.calls, step), append(made.makes, do)
		}
	}
	c.workers[at].plans[name] = made
}

// filled is a call with its values; of a call with each key, it is a call for each.
func (c *cell) filled(step Step) []Step {
	if step.By == 0 {
		step.By = 1
	}
	if step.ValueAt != nil {
		step.Value = c.values[*step.ValueAt]
	}
	for _, at := range step.ValuesAt {
		step.Values = append(step.Values, c.values[at])
	}
	if !step.Each {
		return []Step{step}
	}
	steps := make([]Step, len(step.Keys))
	for at, key := range step.Keys {
		steps[at] = step
		if steps[at].Key = key; step.Values != nil {
			steps[at].Value = step.Values[at]
		}
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
