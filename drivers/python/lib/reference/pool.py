# coding: utf-8
"""The idle connections to one server. A call takes one. It comes back when the whole reply was read and made sense. It is
closed when the call raises in any place, so half a reply can never reach the next call."""
from collections import deque
from os import getpid

from .line import Line


class Pool(object):
    """Of one server."""

    def __init__(self, server, timeout):
        self._server = server
        self._timeout = timeout
        self._idle = deque()
        self.give = self._idle.append

    def take(self):
        """A Line of this process, opened if none is idle."""
        try:
            line = self._idle.pop()
        except IndexError:
            return Line(self._server, self._timeout)
        return line if line.pid == getpid() else self.take()

    def close(self):
        """Closes the idle ones."""
        while self._idle:
            self._idle.pop().close()
