# coding: utf-8
"""An open loop: calls that are due at given times, whether or not the one before has ended. Workers take them in order; the one
whose turn it is waits until its call is due, the others wait for their turn."""
import struct
import threading
import time
from base64 import b64decode, b64encode

from .meter import now

# The system wakes a sleeper late, by less than this: what is left is waited for awake.
AWAKE_NS = 200000
NOTHING = (None, None, None)
MOST = 0xffffffff


def offsets(arrivals):
    """[ns after the start] of a request's base64."""
    data = b64decode(arrivals)
    if not data or len(data) % 8:
        raise ValueError("arrivals must be base64 of one uint64 per call")
    return list(struct.unpack("<%dQ" % (len(data) // 8), data))


def packed(times):
    """base64 of one uint32 per time; one that would overflow is the greatest."""
    data = struct.pack("<%dI" % len(times), *[max(0, min(time, MOST)) for time in times])
    return b64encode(data).decode("ascii")


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


class DueCalls(object):
    """Deals the calls of one block to the workers of one process."""

    def __init__(self, due, awake=AWAKE_NS):
        """due: ns after the start, of each call; awake: how late a sleep may end."""
        self._due = due
        self._awake = awake
        self._next = 0
        self._turn = threading.Lock()

    def take_from(self, start):
        """function() -> (call, when it was due, when it was taken), or Nones when all have been taken."""
        def take():
            with self._turn:
                call = self._next
                if call >= len(self._due):
                    return NOTHING
                self._next = call + 1
                due = start + self._due[call]
                return call, due, wait(due, self._awake)
        return take
