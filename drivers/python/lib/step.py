# coding: utf-8
"""One operation of a scenario as an adapter sees it."""
import io
import json
import os

from .native import native

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "protocol", "operations.json")
with io.open(TABLE, encoding="utf-8") as content:
    OPERATIONS = native(json.load(content))  # {name: what the protocol says of it}
WRITING = [name for name, facts in OPERATIONS.items() if "value" in facts]  # a call takes a value
READING = [name for name, facts in OPERATIONS.items() if facts["reply"] in ("value", "values", "versions")]
OVER_PAIRS = [name for name, facts in OPERATIONS.items() if facts.get("each")]
MOST_NAMED = 6  # keys of a multi-key call that a message names


class Text(object):
    """A text in the place of a number, which is its own literal in the source of a call."""

    def __init__(self, text):
        self._text = text

    def __repr__(self):
        return repr(self._text)


def argument(given):
    """A number, None, or a Text where an application passes one on."""
    return given if given is None or isinstance(given, int) else Text(given)


class Step(object):
    """The fields of the message, with the library's own default (None) distinguished from an explicit 0."""

    def __init__(self, fields, array=None):
        """fields: dict, as `open` carries it; array: the constant that names the list of a multi-key call's keys."""
        self.op = fields["op"]
        if self.op not in OPERATIONS:
            raise ValueError("unknown operation: %r" % self.op)
        self.array = array
        self.key = fields.get("key")
        self.keys = fields.get("keys") or []
        self.value = fields.get("value")
        self.values = fields.get("values")  # one for each of its keys
        self.computes = self.op in READING and bool(self.value or self.values)  # the value of a key that is absent
        self.versions = OPERATIONS[self.op]["reply"] == "versions"
        self.race_condition_ttl = fields.get("race_condition_ttl")
        self.each = "each" in fields
        if self.each and self.op not in OVER_PAIRS:
            raise ValueError("%s cannot be made for each pair" % self.op)
        self.ttl = argument(fields.get("ttl"))  # seconds, or None for the library's default
        self.raw = fields.get("raw") is True
        self.bytes = fields.get("bytes") is True  # a read of the bytes of a value, whatever its flags say: no client here has one
        self.block = fields.get("block")  # of a caller in Ruby, which gets the values one by one
        self.quiet = fields.get("quiet") is True  # a call of a quiet block, whose reply the client does not wait for
        self.by = argument(fields.get("by", 1))
        self.initial = argument(fields.get("initial"))
        self.unless_exist = fields.get("unless_exist") is True

    def place(self):
        """str: the key or keys by the scenario's names, of many only the first."""
        more = len(self.keys) - MOST_NAMED
        return self.key or " ".join(self.keys[:MOST_NAMED]) + (" and %d more" % more if more > 0 else "")
