# coding: utf-8
"""Has a connection per context. Threads that run in copies of one context share it, and write at the same time."""
import os

from cachemark_driver.reference import client, line

try:
    from contextvars import ContextVar
    CONNECTIONS = ContextVar("connections")
except ImportError:  # Python 2.7 has no contexts
    CONNECTIONS = None


class ContextsPool(client.Pool):
    """Of one server."""

    def __init__(self, address, timeout):
        super(ContextsPool, self).__init__(address, timeout)
        self.give = lambda line: None

    def take(self):
        """The context's Line, or another where that was closed. A copy of a context has the same dict."""
        lines = CONNECTIONS.get(None)
        if lines is None:
            lines = {}
            CONNECTIONS.set(lines)
        one = lines.get(id(self))
        if one is None or one.pid != os.getpid() or one._receive is None:
            one = lines[id(self)] = line.Line(self._server, self._timeout)
        return one


if CONNECTIONS is not None:
    client.Pool = ContextsPool
