# coding: utf-8
"""One worker: a Part of a scenario, a client, and the programs compiled for them. It answers with a program's value, or with a
coroutine where calls are awaited."""
from . import values
from .compiler import Compiler
from .names import Names
from .stampede import Stampede
from .step import WRITING
from .traffic import Traffic


class Clients(object):
    """One for each place; workers that share one have the same place."""

    def __init__(self, adapter, message, kept):
        """message: the `open` request; kept: dict of clients that outlive the cell, or None."""
        self._adapter = adapter
        self._servers = message["servers"]
        self._options = message.get("options") or {}
        self._made = {} if kept is None else kept
        self._own = kept is None

    def at(self, place):
        """A connected client."""
        if place not in self._made:
            self._made[place] = self._adapter.connect(self._servers, self._options)
        return self._made[place]

    def close(self):
        """Lets go of those that are the cell's own."""
        while self._own and self._made:
            self._adapter.disconnect(self._made.popitem()[1])


class Part(object):
    """Knows no client; what is measured with one is a Worker's."""

    def __init__(self, adapter, scenario, prefix, keys, pairs):
        """keys: {name: key}, this worker's; pairs: Pairs, or None."""
        self.adapter = adapter
        self.values = scenario.get("values") or {}
        self.steps = scenario["steps"]
        self.prelude = scenario.get("prelude") or []
        self.wrap = scenario.get("wrap")
        self.pairs = pairs
        self._keys = keys
        self._prefix = prefix
        self._names = {}
        if pairs is None and any("each" in step for step in self.steps + self.prelude):
            raise ValueError("a step is for each pair, and the scenario has no pairs")
        self.compiled = self.compiler(self.steps, False, self.wrap)

    def text(self, name):
        """The key as it is sent; where the scenario has a value's spec for it, that object, which may be no str."""
        if name not in self._keys:
            raise ValueError("no key is called %r" % name)
        key = self._keys[name]
        return values.build(key, False) if isinstance(key, dict) else self._prefix + key

    def names(self, own):
        """The Names of plain values, or of self-naming ones."""
        if own not in self._names:
            self._names[own] = Names(self, own)
        return self._names[own]

    def compiler(self, steps, own, wrap=None):
        """A Compiler of these steps."""
        return Compiler(self.adapter, steps, self.names(own), wrap)

    def calls(self):
        """int: calls in one iteration."""
        return sum(len(self.pairs.items) if step.each else 1 for step in self.compiled.steps)

    def clearing(self):
        """The steps that delete every key."""
        every = self.prelude + self.steps
        names = set(name for step in every for name in step.get("keys", [step.get("key")]) if name)
        each = [{"op": "delete", "each": "pairs"}] if any("each" in step for step in every) else []
        return each + [{"op": "delete", "key": name} for name in sorted(names)]

    def reading(self, state):
        """The steps that read the final state back."""
        reader = "get" if hasattr(self.adapter, "get") else "read"
        keys = [{"each": "pairs"} if "each" in entry else {"key": entry["key"]} for entry in state]
        return [dict(key, op=reader, raw=self._raw(entry)) for key, entry in zip(keys, state)]

    def _raw(self, entry):
        """As the key was last written, unless the entry says."""
        if "raw" in entry:
            return entry["raw"] is True
        written = [step for step in self.prelude + self.steps if step["op"] in WRITING and
                   ("each" in step if "each" in entry else writes(step, entry["key"]))]
        return bool(written) and written[-1].get("raw") is True


def writes(step, key):
    """Whether a step names a value for a key."""
    return bool(step.get("value")) and step.get("key") == key or "values" in step and key in step["keys"]


class Worker(object):
    """Its public methods are what a worker can be asked to do, by name; arguments and answers can be sent to another process."""

    def __init__(self, part, client):
        self.part = part
        self.client = client
        self.go = None  # when the workers were let go, ns
        self._programs = {}
        self._stampede = None
        self._program("timed")
        self._prelude(False)  # what it lacks is to be known when a cell is opened

    def clear(self):
        """Deletes the part's keys -> [KeptReplies]."""
        return self._proof("clearing", self.part.clearing(), False)(1)

    def prelude(self, own):
        """-> [KeptReplies]; own: values name their keys."""
        return self._prelude(own)(1)

    def iterate(self, iterations):
        """The steps, with self-naming values -> [KeptReplies]."""
        return self._proof("steps", self.part.steps, True, self.part.wrap)(iterations)

    def read_back(self, state):
        """-> [KeptReplies]."""
        return self.part.compiler(self.part.reading(state), True).proof(self.client)(1)

    def timed(self, sizes):
        """-> (last replies, stamps)."""
        return self._program("timed")(sizes)

    def latencies(self, sizes):
        """-> (last replies, stamps, spans)."""
        return self._program("latencies")(sizes)

    def paced(self, due_calls):
        """-> (last replies, [(call, lag, latency)], errors by class)."""
        return self._program("paced")(due_calls.take_from(self.go))

    def pooled(self):
        """-> whether its calls take their connections from a pool."""
        return bool(self.part.adapter.pools(self.client))

    def watch_pools(self):
        """Watches its pools that no other worker watches."""
        self._watches = [pool.watch() for pool in self.part.adapter.pools(self.client) if not pool.watched()]

    def pools_seen(self):
        """-> [what was seen of these pools], which are watched no more."""
        return [watch.finish() for watch in self._watches]

    def traffic(self, request):
        """-> the fields of the `traffic` reply."""
        program, names = self._program("traffic"), self.part.names(False)
        return Traffic(self.part, request).run(program, names.constants[names.pairs(True, False)])

    def stampede(self, request, part):
        """Its part of a stampede: the name of a method of Stampede with its arguments; None: it makes nothing."""
        if part is None:
            return None
        self._stampede = self._stampede or Stampede(self)
        return getattr(self._stampede, part[0])(request, *part[1:])

    def _prelude(self, own):
        return self._proof("prelude %s" % own, self.part.prelude, own)

    def _program(self, kind):
        if kind not in self._programs:
            self._programs[kind] = getattr(self.part.compiled, kind)(self.client)
        return self._programs[kind]

    def _proof(self, name, steps, own, wrap=None):
        if name not in self._programs:
            self._programs[name] = self.part.compiler(steps, own, wrap).proof(self.client)
        return self._programs[name]
