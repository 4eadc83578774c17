# coding: utf-8
"""Turns the names of a scenario's keys and values into constants of a compiled program: "k1" into K0, the prefixed key."""
import io
import json

from . import values
from .native import encoded, native


class Pairs(object):
    """prefix: comes before each key that is sent; items: [(key, value)] as the file has them."""

    def __init__(self, prefix, items):
        self.prefix = prefix
        self.items = items

    @classmethod
    def read(cls, spec, prefix):
        """spec: the scenario's `pairs`, or None."""
        if spec is None:
            return None
        with io.open(spec["file"], encoding="utf-8") as content:
            return cls(prefix, native(json.load(content, object_pairs_hook=list)))

    def part(self, worker, workers):
        """The Pairs of one worker."""
        count = len(self.items)
        if count < workers:
            raise ValueError("%d workers need as many pairs, not %d" % (workers, count))
        return Pairs(self.prefix, self.items[worker * count // workers:(worker + 1) * count // workers])

    def value(self, at, raw):
        """A value as it is written: bytes when raw."""
        return encoded(self.items[at][1]) if raw else self.items[at][1]


class Names(object):
    """Of one worker's part of a scenario."""

    def __init__(self, part, own):
        """part: gives adapter, text(name), values and pairs; own: values name their key (for the proof)."""
        self.constants = {}  # {"K0": object}: the constants a program needs, named so far
        self._part = part
        self._own = own
        self._fragments = {}

    def key(self, name):
        """The constant of a key's name."""
        return self._constant("K", name, lambda: self._key(self._part.text(name)))

    def array(self, names):
        """The constant of a list of keys."""
        return self._constant("A", tuple(names), lambda: [self.constants[self.key(name)] for name in names])

    def value(self, name, key, raw):
        """The constant of a value as it is written under a key."""
        return self._constant("V", (name, self._names_key(name) and key, raw), lambda: self._built(name, key, raw))

    def table(self, keys, names, raw):
        """The constant of a dict of values by their keys."""
        return self._constant("D", (tuple(keys), tuple(names), raw), lambda: dict(
            (self.constants[self.key(key)], self.object(name, key, raw)) for key, name in zip(keys, names)))

    def pairs(self, raw, writing):
        """The constant of a list of (key, value), or of the keys alone."""
        return self._constant("P", (raw, writing), lambda: self._pairs(raw, writing))

    def object(self, name, key, raw):
        """The object of a value's name under a key."""
        return self.constants[self.value(name, key, raw)]

    def _names_key(self, name):
        """Whether a value contains its key, because it is for the proof, or by its spec."""
        return self._own or self._part.values.get(name, {}).get("own") is True

    def _key(self, key):
        return self._part.adapter.key(key) if isinstance(key, str) else key

    def _pairs(self, raw, writing):
        pairs = self._part.pairs
        keys = [self._part.adapter.key(pairs.prefix + key) for key, _ in pairs.items]
        return [(key, pairs.value(at, raw)) for at, key in enumerate(keys)] if writing else keys

    def _built(self, name, key, raw):
        if name not in self._part.values:
            raise ValueError("no value is called %r" % name)
        value = values.build(self._part.values[name], raw, self._part.text(key) if self._names_key(name) else None)
        if raw and not isinstance(value, bytes):
            raise ValueError("%s cannot be written raw: it is not a string" % name)
        return value

    def _constant(self, letter, name, make):
        if (letter, name) not in self._fragments:
            made = make()
            fragment = "%s%d" % (letter, len(self.constants))
            self.constants[fragment] = made
            self._fragments[letter, name] = fragment
        return self._fragments[letter, name]
