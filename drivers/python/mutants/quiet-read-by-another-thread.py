# coding: utf-8
"""Lets every thread use the connection of an open quiet block, in which an add is answered."""
import os

from cachemark_driver.reference import client


class SharedPool(client.Pool):
    """Of one server."""

    open = None  # the connection of a quiet block

    def __init__(self, server, timeout):
        super(SharedPool, self).__init__(server, timeout)
        self.give = lambda line: line is self.open or self._idle.append(line)

    def take(self):
        """The connection of the block, if one is open."""
        shared = self.open is not None and self.open.pid == os.getpid()
        return self.open if shared else super(SharedPool, self).take()


class Answered(client.Quiet):
    """Of one block."""

    def add(self, key, value, ttl, raw):
        """The server answers it."""
        name, pool = self._place(key)
        line = self._lines[pool] = pool.open = pool.take()
        line.tell(b"add " + name + (" 0 0 %d\r\n" % len(value)).encode("ascii") + value + b"\r\n")

    def _tell(self, verb, key, arguments, data=b""):
        super(Answered, self)._tell(verb, key, arguments, data)
        pool = self._place(key)[1]
        pool.open = self._lines[pool]

    def __exit__(self, *error):
        for pool in self._lines:
            pool.open = None
        super(Answered, self).__exit__(*error)


client.Pool = SharedPool
client.Quiet = Answered
