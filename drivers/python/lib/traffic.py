# coding: utf-8
"""Reads and writes of self-describing values, each when it is due, while something happens to the servers. A value is
KEY|VERSION|TAIL. The loop keeps what it got; what that means is found out when the loop has ended."""
import struct
from base64 import b64decode, b64encode

from . import described
from .arrivals import offsets, wait
from .failure import clean, class_name, message
from .meter import now
from .reply_check import show

NEVER = 0xffffffffffffffff
DONE, ABSENT, RAISED, WRONG, UNSAID = 1, 2, 3, 4, 5
# Wrong values in a reply, and characters of each.
MOST, SHOWN = 5, 160


class Traffic(object):
    """The calls of one request."""

    def __init__(self, part, request):
        """part: of a scenario with a write and a read of each pair."""
        self._adapter = part.adapter
        self._writing, self._reading = part.compiled.steps
        self._tail = request["tail"]
        self._start = request["start_ns"]
        self._stop = request["stop_ns"]
        self._due = offsets(request["arrivals"])
        self._pairs = self._numbers(request, "keys", "I")
        self._versions = self._numbers(request, "versions", "I")
        self._writes = self._numbers(request, "writes", "B")
        self._keys = [part.pairs.prefix + key for key, _ in part.pairs.items]
        self._next = 0
        self._replies, self._begun, self._ended, self._fills = ([None] * len(self._due) for _ in range(4))

    def run(self, program, keys):
        """The fields of the reply. program: the compiled loop; keys: of the pairs, as the client takes them."""
        values = [self.value(at) if write else None for at, write in enumerate(self._writes)]
        own = [keys[pair] for pair in self._pairs]
        program(self.take, self.value, own, values, self._replies, self._begun, self._ended, self._fills)
        return self._report()

    def take(self):
        """The number of the next call, once it is due; None when there is none, or no time left for it."""
        at = self._next
        if at == len(self._due) or wait(self._start + self._due[at]) - self._start > self._stop:
            return None
        self._next = at + 1
        return at

    def value(self, at):
        """bytes: the value that a call writes; of a read what it writes after a miss."""
        return described.value(self._keys[self._pairs[at]], self._versions[at], self._tail)

    def _numbers(self, request, field, form):
        data = b64decode(request[field])
        if len(data) != len(self._due) * struct.calcsize("<" + form):
            raise ValueError("%s must have a number for each call" % field)
        return list(struct.unpack("<%d%s" % (len(self._due), form), data))

    def _report(self):
        self._errors, self._messages, self._mismatches = {}, {}, []
        judged = [(0, 0) if begun is None else self._judge(at) for at, begun in enumerate(self._begun)]
        fills = [0 if reply is None else self._written(reply[0]) for reply in self._fills]
        return {"lags": self._since(self._begun), "latencies": self._since(self._ended),
                "outcomes": text([outcome for outcome, _ in judged], "B"),
                "versions": text([version for _, version in judged], "I"), "fills": text(fills, "B"),
                "errors": self._errors, "messages": self._messages, "mismatches": self._mismatches}

    def _judge(self, at):
        """(outcome, version that was read)."""
        reply = self._replies[at]
        if isinstance(reply, Exception):
            return self._raised(reply), 0
        if self._writes[at]:
            return self._written(reply), 0
        actual = self._adapter.reply(self._reading, reply, [])
        if actual is None:
            return ABSENT, 0
        version = described.version(actual, self._keys[self._pairs[at]], self._tail)
        return (self._wrong(at, actual), 0) if version is None else (DONE, version)

    def _written(self, reply):
        if isinstance(reply, Exception):
            return self._raised(reply)
        return {True: DONE, False: ABSENT, None: UNSAID}[self._adapter.done(self._writing.op, reply)]

    def _raised(self, error):
        kind = class_name(type(error))
        self._errors[kind] = self._errors.get(kind, 0) + 1
        self._messages.setdefault(kind, clean(message(error), SHOWN))
        return RAISED

    def _wrong(self, at, actual):
        if len(self._mismatches) < MOST:
            self._mismatches.append({"call": at, "key": self._keys[self._pairs[at]], "actual": show(actual)})
        return WRONG

    def _since(self, times):
        """When something happened, in ns since its call was due."""
        return text([NEVER if at is None else at - self._start - due for at, due in zip(times, self._due)], "Q")


def text(numbers, form):
    """base64 of numbers."""
    return b64encode(struct.pack("<%d%s" % (len(numbers), form), *numbers)).decode("ascii")
