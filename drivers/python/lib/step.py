# coding: utf-8
"""One call of a plan as an adapter sees it."""
import io
import json
import os

from .native import native

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "protocol", "operations.json")
with io.open(TABLE, encoding="utf-8") as content:
    OPERATIONS = native(json.load(content))  # {name: what the protocol says of it}
WRITING = [name for name, facts in OPERATIONS.items() if "value" in facts]  # a call takes a value
READING = [name for name, facts in OPERATIONS.items() if facts["reply"] in ("value", "values", "versions")]
IN_BLOCK = "_block"  # the end of the name of an operation whose caller gets the values one by one


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

    def __init__(self, fields, quiet=False):
        """fields: dict, as a plan has it."""
        self.block = fields.get("block")  # of a caller in Ruby
        self.op = fields["op"][:-len(IN_BLOCK)] if self.block else fields["op"]
        if self.op not in OPERATIONS:
            raise ValueError("unknown operation: %r" % self.op)
        self.each = "each" in fields
        self.array = "keys" in fields and not self.each  # it is one call of several keys
        self.stores = OPERATIONS[self.op]["reply"] == "stored"
        self.versions = OPERATIONS[self.op]["reply"] == "versions"
        self.computes = self.op in READING and ("value" in fields or "values" in fields)  # the value of a key that is absent
        self.race_condition_ttl = fields.get("race_condition_ttl")
        self.ttl = argument(fields.get("ttl"))  # seconds, or None for the library's default
        self.raw = fields.get("raw") is True
        self.bytes = fields.get("bytes") is True  # a read of the bytes of a value, whatever its flags say: no client here has one
        self.quiet = quiet or fields.get("quiet") is True  # a call of a quiet block, whose reply the client does not wait for
        self.by = argument(fields.get("by", 1))
        self.initial = argument(fields.get("initial"))
        self.unless_exist = fields.get("unless_exist") is True
