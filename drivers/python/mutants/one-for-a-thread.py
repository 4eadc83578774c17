# coding: utf-8
"""Has a connection per thread, and does not know greenlets, which share one and write at the same time."""
import os
import sys
import threading

from cachemark_driver.reference import client, line

thread = threading.get_ident
if "gevent.monkey" in sys.modules:
    thread = sys.modules["gevent.monkey"].get_original("threading", "get_ident")


class ThreadsPool(client.Pool):
    """Of one server."""

    def __init__(self, address, timeout):
        super(ThreadsPool, self).__init__(address, timeout)
        self._lines = {}
        self.give = lambda line: None

    def take(self):
        """The thread's Line, or another where that was closed."""
        one = self._lines.get(thread())
        if one is None or one.pid != os.getpid() or one._receive is None:
            one = self._lines[thread()] = line.Line(self._server, self._timeout)
        return one


client.Pool = ThreadsPool
