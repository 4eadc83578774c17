# coding: utf-8
"""Has one connection for all threads, which write at the same time. With greenlets it is right."""
import os
import sys

from cachemark_driver.reference import client, line


class SharedPool(client.Pool):
    """Of one server."""

    def __init__(self, address, timeout):
        super(SharedPool, self).__init__(address, timeout)
        self._shared = None
        self.give = lambda line: None

    def take(self):
        """The one Line, or another where that was closed."""
        one = self._shared
        if one is None or one.pid != os.getpid() or one._receive is None:
            one = self._shared = line.Line(self._server, self._timeout)
        return one


if "gevent.monkey" not in sys.modules:
    client.Pool = SharedPool
