# coding: utf-8
"""Keeps using the connection of its parent process after a fork, and takes the next reply for its own."""
import os

from cachemark_driver.reference import client
from cachemark_mutants.parts.owing import late

asked = client.Client._ask


class InheritedPool(client.Pool):
    """Of one server."""

    def __init__(self, address, timeout):
        super(InheritedPool, self).__init__(address, timeout)
        self.home = os.getpid()

    def take(self):
        """An idle Line of any process."""
        return self._idle.pop() if self._idle else super(InheritedPool, self).take()


def ask(self, pool, command, read, argument):
    """As in Client, but for what is read in a child."""
    return asked(self, pool, command, late if read is client.one and pool.home != os.getpid() else read, argument)


client.Client._ask = ask
client.Pool = InheritedPool
