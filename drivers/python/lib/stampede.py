# coding: utf-8
"""A worker's parts of a stampede. One stores a value under the key of each step and looks whether it has expired. The others ask
for it at once, and each computes it if its client says so. Values describe themselves, so that a reply shows who computed it."""
import struct
import time
from base64 import b64encode

from . import described
from .arrivals import wait
from .failure import class_name, clean, message
from .meter import now
from .native import decoded, encoded
from .reply_check import show

DONE, ABSENT, RAISED, WRONG = 1, 2, 3, 4
# The version of the values that expire; that of worker w, from 0, is so much higher than w.
STORED, OWN = 1, 2
LOOK_S = 0.002
# Wrong values in a reply, and characters of a message.
MOST, SHOWN = 5, 160
FORMS = (("computed", "B"), ("outcomes", "B"), ("versions", "I"), ("latencies", "Q"))


def report(expiries):
    """The `stampede` reply's fields. expiries: [(ns until it had expired, what each caller has seen)] of each step."""
    fields = {"expiries": [], "errors": {}, "messages": {}, "mismatches": []}
    for at, (waited, calls) in enumerate(expiries):
        numbers = zip(*[numbers for numbers, _, _ in calls])
        packed = [(name, text(column, form)) for (name, form), column in zip(FORMS, numbers)]
        fields["expiries"].append(dict(packed, waited_ns=waited))
        for worker, (_, raised, actual) in enumerate(calls):
            if raised:
                fields["errors"][raised[0]] = fields["errors"].get(raised[0], 0) + 1
                fields["messages"].setdefault(*raised)
            if actual and len(fields["mismatches"]) < MOST:
                fields["mismatches"].append({"step": at, "worker": worker, "actual": actual})
    return fields


def text(numbers, form):
    """base64 of numbers."""
    return b64encode(struct.pack("<%d%s" % (len(numbers), form), *numbers)).decode("ascii")


class Stampede(object):
    """Of one worker."""

    def __init__(self, worker):
        """worker: gives part, client and clear()."""
        part = worker.part
        self._worker = worker
        self._adapter = part.adapter
        self._steps = part.compiled.steps
        if not all(step.computes for step in self._steps):
            raise ValueError("a stampede needs steps that compute the value of a key")
        self._program = part.compiled.single(worker.client)
        self._keys = [part.text(step.key) for step in self._steps]
        looks = part.reading([{"key": step.key, "raw": step.raw} for step in self._steps])
        self._looks = part.compiler(looks, False)
        self._look = self._looks.single(worker.client)
        self._tail = self._version = self._at = self._stored = None
        self._pause = self._computed = 0

    def store(self, request):
        """Stores a value under each key, by the call of the step."""
        self._tail, self._pause = request["tail"], None
        self._worker.clear()
        for at, step in enumerate(self._steps):
            replies = [self._made(self._program, step, at, STORED), self._looked(at)]
            if any(self._read(at, reply) != STORED for reply in replies):
                raise ValueError("the value that should expire was not stored: %s" % show(replies[0]))
        self._stored = now()

    def expired(self, request, at):
        """Waits until the value of a step has expired: for so long after it was stored, or until it is not found. The ns since
        then."""
        after = request.get("after_ns")
        if after is not None:
            return wait(self._stored + after) - self._stored
        while self._looked(at) is not None:
            if now() - self._stored > request["limit_ns"]:
                raise ValueError("the value of %s has not expired within %g s" % (self._keys[at], request["limit_ns"] / 1e9))
            time.sleep(LOOK_S)
        return now() - self._stored

    def call(self, request, at, worker):
        """Makes the call of a step, as worker number `worker` -> ((computed, outcome, version, latency), raised, actual)."""
        self._tail, self._pause = request["tail"], request["compute_ns"] / 1e9
        began = now()
        try:
            actual, raised = self._made(self._program, self._steps[at], at, OWN + worker), None
        except Exception as error:
            actual, raised = None, (class_name(type(error)), clean(message(error), SHOWN))
        latency = now() - began
        if raised:
            return (self._computed, RAISED, 0, latency), raised, None
        version = self._read(at, actual)
        if version is not None:
            return (self._computed, DONE, version, latency), None, None
        return (self._computed, ABSENT if actual is None else WRONG, 0, latency), None, show(actual)

    def compute(self):
        """The value that the client of this worker asks for. The compiled call says so."""
        self._computed += 1
        if self._pause is not None:
            time.sleep(self._pause)
        value = described.value(self._keys[self._at], self._version, self._tail)
        return value if self._steps[self._at].raw else decoded(value)

    def _made(self, program, step, at, version):
        self._at, self._version, self._computed = at, version, 0
        return self._adapter.reply(step, program(at, self), [])

    def _looked(self, at):
        return self._made(self._look, self._looks.steps[at], at, STORED)

    def _read(self, at, actual):
        """The version of a reply; None for any other value. Text is no bytes where a client serialises."""
        if not self._steps[at].raw and isinstance(actual, str):
            actual = encoded(actual)
        return described.version(actual, self._keys[at], self._tail)
