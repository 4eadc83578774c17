# coding: utf-8
"""One operation of a scenario as an adapter sees it."""

OPERATIONS = ("set", "get", "get_multi", "delete", "add", "incr", "decr",
              "read", "write", "fetch", "read_multi", "increment", "decrement")
WRITING = ("set", "add", "write", "fetch")
READING = ("get", "read", "fetch", "get_multi", "read_multi")
OVER_PAIRS = ("set", "get", "delete", "write", "read")


class Step(object):
    """The fields of the message, with the library's own default (None) told apart from an explicit 0."""

    def __init__(self, fields, array=None):
        """fields: dict, as `open` carries it; array: the constant that names the list of a multi-key call's keys."""
        self.op = fields["op"]
        if self.op not in OPERATIONS:
            raise ValueError("unknown operation: %r" % self.op)
        self.array = array
        self.key = fields.get("key")
        self.keys = fields.get("keys") or []
        self.value = fields.get("value")
        self.each = "each" in fields
        if self.each and self.op not in OVER_PAIRS:
            raise ValueError("%s cannot be made for each pair" % self.op)
        self.ttl = fields.get("ttl")  # seconds, or None for the library's default
        self.raw = fields.get("raw") is True
        self.by = fields.get("by", 1)
        self.initial = fields.get("initial")
        self.unless_exist = fields.get("unless_exist") is True

    def told(self):
        """str: the key or keys by the scenario's names."""
        return self.key or " ".join(self.keys)
