# coding: utf-8
"""N processes, forked when the cell is opened; each connects for itself, and lives as long as the cell."""
import os
import select
import struct

from .. import meter
from ..arrivals import NOTHING, wait
from ..outcome import Outcome
from ..watch import summed
from ..worker import Worker
from .child import Child, answers

NUMBER = "<q"


class Processes(object):
    """See the package."""

    def __init__(self, _mode, parts, clients):
        self._children = []
        self._baton = os.pipe()
        try:
            for at, part in enumerate(parts):
                self._children.append(Child(lambda: Worker(part, clients.at(at))))
        except Exception:
            self.close()
            raise

    def each(self, task, *arguments):
        """See the package."""
        return [answers([child], task, [arguments])[0].answers[0] for child in self._children]

    def run(self, task, arguments, watch=()):
        """See the package."""
        told = answers(self._children, task, arguments, watch)
        return Outcome([one.answers[0] for one in told], told[0].go, meter.total([one.used for one in told]),
                       summed([one.seen for one in told]))

    def dealer(self, due):
        """See the package."""
        if select.select([self._baton[0]], [], [], 0)[0]:
            os.read(self._baton[0], struct.calcsize(NUMBER))  # left there by the block before
        os.write(self._baton[1], struct.pack(NUMBER, 0))
        return Baton(due, *self._baton)

    def close(self):
        """See the package."""
        for child in self._children:
            child.close()
        for end in self._baton:
            os.close(end)


class Baton(object):
    """Deals the calls of one block to several processes: a pipe holds the number of the next, which one at a time takes out."""

    def __init__(self, due, read, write):
        self._due = due
        self._read = read
        self._write = write

    def take_from(self, start):
        """As a Dealer's."""
        def take():
            call, = struct.unpack(NUMBER, os.read(self._read, struct.calcsize(NUMBER)))
            if call >= len(self._due):
                self._pass(call)
                return NOTHING
            due = start + self._due[call]
            moment = wait(due)
            self._pass(call + 1)
            return call, due, moment
        return take

    def _pass(self, call):
        os.write(self._write, struct.pack(NUMBER, call))
