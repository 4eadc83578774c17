# coding: utf-8
"""An open loop: calls that are due at given times, whether or not the one before has ended. Workers take them in order; the one
whose turn it is waits until its call is due, the others wait for their turn."""
import threading
import time

from .failure import class_name, clean, message
from .meter import now

# The system wakes a sleeper late, by less than this: what is left is waited for awake.
AWAKE_NS = 200000
NOTHING = (None, None, None)
SHOWN = 160  # characters of a message


def wait(due, awake=AWAKE_NS):
    """Returns once it is due: now, in ns. Others may work meanwhile: gevent's greenlets too, whose sleep is another."""
    left = due - now()
    if left > awake:
        time.sleep((left - awake) / 1e9)
    while True:
        moment = now()
        if moment >= due:
            return moment
        time.sleep(0)


class Queue(object):
    """The calls of one run. due: ns after the start of each; stop: ns after the start, after which none begins, or None."""

    def __init__(self, due, stop):
        self._due = due
        self._stop = stop
        self._next = 0

    def following(self):
        """The number of the next call; None when all were taken."""
        call = self._next
        self._next = call + 1
        return call if call < len(self._due) else None

    def taken(self, call, start, moment):
        """The answer to a worker that takes a call at a moment: (call, when it was due, that moment), or NOTHING."""
        late = self._stop is not None and moment - start > self._stop
        return NOTHING if late else (call, start + self._due[call], moment)


class DueCalls(Queue):
    """Deals them to the workers of one process. awake: how late a sleep may end."""

    def __init__(self, due, stop, awake=AWAKE_NS):
        Queue.__init__(self, due, stop)
        self._awake = awake
        self._turn = threading.Lock()

    def take_from(self, start):
        """function() -> (call, when it was due, when it was taken), or Nones when none is left."""
        def take():
            with self._turn:
                call = self.following()
                return NOTHING if call is None else self.taken(call, start, wait(start + self._due[call], self._awake))
        return take


class Notes(object):
    """The outcomes of the calls that one worker took."""

    def __init__(self, count, neutral):
        """count: calls of its plan; neutral: function(call, reply)."""
        self.made = 0
        self.times = []  # (call, lag, latency)
        self.raised = []  # {"call", "class", "message"}
        self.last = [None] * count  # the last reply to each call of its plan
        self._neutral = neutral
        self._missed = False

    def follows(self):
        """Whether the call before was a miss."""
        missed, self._missed = self._missed, False
        if not missed:
            self.made += 1
        return missed

    def done(self, at, lag, latency, place, call, reply):
        """The call at this place of the plan returned."""
        try:
            actual = self._neutral(call, reply)
        except Exception as error:
            return self.failed(at, lag, latency, place, error)
        self._note(at, lag, latency, place, actual)
        self._missed = actual is None

    def failed(self, at, lag, latency, place, error):
        """It raised."""
        self._note(at, lag, latency, place, None)
        self._missed = False
        self.raised.append({"call": at, "class": class_name(type(error)), "message": clean(message(error), SHOWN)})

    def _note(self, at, lag, latency, place, actual):
        self.made += 1
        self.times.append((at, lag, latency))
        self.last[place] = actual
