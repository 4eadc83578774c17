# coding: utf-8
"""One worker's part of a scenario: its keys, or its pairs, and the steps over them."""
from . import values
from .compiler import Compiler
from .names import Names
from .step import OF_STORES, WRITING


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
        store = any(step["op"] in OF_STORES for step in self.prelude + self.steps)
        keys = [{"each": "pairs"} if "each" in entry else {"key": entry["key"]} for entry in state]
        return [dict(key, op="read" if store else "get", raw=self._raw(entry)) for key, entry in zip(keys, state)]

    def _raw(self, entry):
        """As the key was last written, unless the entry says."""
        if "raw" in entry:
            return entry["raw"] is True
        written = [step for step in self.prelude + self.steps if step["op"] in WRITING and
                   ("each" in step if "each" in entry else step.get("key") == entry["key"] and step.get("value"))]
        return bool(written) and written[-1].get("raw") is True
