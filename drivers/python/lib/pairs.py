# coding: utf-8
"""The pairs of a scenario: keys and values of a data file, in its order."""
import io
import json

from .native import encoded, native


class Pairs(object):
    """prefix: what stands before each key that is sent; items: [(key, value)] as the file has them."""

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
