// Cachemark's driver for Go: plans on stdin, replies on stdout (protocol/spec.md, level 2). It is built together with the
// file of an adapter, and with the source of its client. Its own errors are panics.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

type message struct {
	ID      any                 `json:"id"`
	Type    string              `json:"type"`
	Client  string              `json:"client"`
	Adapter string              `json:"adapter"`
	Cell    string              `json:"cell"`
	Servers []string            `json:"servers"`
	Options Options             `json:"options"`
	Access  Access              `json:"access"`
	Values  values              `json:"values"`
	Workers []map[string][]Step `json:"workers"`
	Shared  bool                `json:"shared"`
	run
}

type reply map[string]any

var requests = map[string]func(*message) reply{"load": load, "open": open, "run": repeat, "clock": read, "close": leave}

var (
	loaded = map[string]Adapter{}
	cells  = map[string]*cell{}
)

// epoch is when the driver's clock was zero.
var epoch = time.Now()

func read(*message) reply { return reply{"type": "clock", "ns": time.Since(epoch)} }

func load(m *message) reply {
	adapter, known := adapters[m.Adapter]
	if !known {
		panic(errors.New("this driver was built without the adapter " + m.Adapter))
	}
	loaded[m.Client] = adapter
	facts := library(adapter.Library)
	facts["type"], facts["client"] = "loaded", m.Client
	return facts
}

func open(m *message) reply {
	opened := &cell{}
	defer func() {
		if cells[m.Cell] != opened {
			opened.disconnect()
		}
	}()
	began := time.Now()
	opened.connect(m)
	ns := time.Since(began)
	opened.values = m.Values.read()
	for at, own := range m.Workers {
		for name, calls := range own {
			opened.bring(at, name, calls)
		}
	}
	cells[m.Cell] = opened
	return reply{"type": "opened", "cell": m.Cell, "ns": ns}
}

func repeat(m *message) reply {
	found := find(m.Cell)
	if m.Values.File != "" {
		found.values = m.Values.read()
	}
	for at, calls := range m.Calls {
		found.bring(at, m.Plan, calls)
	}
	ran := found.run(m.run)
	ran["type"], ran["cell"] = "ran", m.Cell
	return ran
}

func raised(failed any) reply {
	return reply{"class": class(failed), "message": cut(fmt.Sprint(failed), 500), "injected": injected(failed), "at": []string{}}
}

func leave(m *message) reply {
	found := find(m.Cell)
	delete(cells, m.Cell)
	found.disconnect()
	return reply{"type": "closed", "cell": m.Cell}
}

func find(id string) *cell {
	found := cells[id]
	if found == nil {
		panic(errors.New("no cell is open as " + id))
	}
	if _, alone := found.clients[0].(sharer); alone && found.abandoned != nil {
		<-found.abandoned
	}
	return found
}

func answer(line []byte) (said reply) {
	m := &message{}
	defer func() {
		if failed := recover(); failed != nil {
			said = failure(failed)
		}
		said["id"] = m.ID
	}()
	if err := json.Unmarshal(line, m); err != nil {
		panic(err)
	}
	carry, known := requests[m.Type]
	if !known {
		panic(errors.New("unknown request: " + m.Type))
	}
	return carry(m)
}

// lack is a part of a request that the client does not offer.
type lack string

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func failure(failed any) reply {
	if missing, is := failed.(lack); is {
		return reply{"type": "not_offered", "reason": "not offered by this client: " + string(missing)}
	}
	trace := strings.Split(strings.ReplaceAll(string(debug.Stack()), "\t", ""), "\n")
	return reply{"type": "failed", "class": class(failed), "message": cut(fmt.Sprint(failed), 500), "backtrace": trace[9:12]}
}

func class(failed any) string { return strings.TrimPrefix(fmt.Sprintf("%T", failed), "*") }

func cut(text string, most int) string {
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "?")
}

func version() string { return strings.TrimPrefix(runtime.Version(), "go") }

func main() {
	out := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // what a client prints must not damage the conversation
	said := out.Encode(reply{"type": "hello", "protocol": 2, "level": 2, "modes": []string{"threads"}, "interrupts": interrupts,
		"language": "go", "typed": true, "pid": os.Getpid(),
		"runtime": fmt.Sprintf("go %s (%s/%s)", version(), runtime.GOOS, runtime.GOARCH)})
	for in := bufio.NewReader(os.Stdin); said == nil; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		said = out.Encode(answer(line))
	}
	for _, found := range cells {
		found.disconnect()
	}
}
