# coding: utf-8
"""Goes on with the connection of its parent process, and takes the next reply for its own there."""
import os

from cachemark_driver.reference import client

asked = client.Client._ask


class InheritedPool(client.Pool):
    """Of one server."""

    def __init__(self, address, timeout):
        super(InheritedPool, self).__init__(address, timeout)
        self.home = os.getpid()

    def take(self):
        """An idle Line, whoever has opened it."""
        return self._idle.pop() if self._idle else super(InheritedPool, self).take()


def ask(self, pool, command, read, argument):
    """As in Client, but for what is read in a child."""
    return asked(self, pool, command, anyone if read is client.one and pool.home != os.getpid() else read, argument)


def anyone(reply, _):
    """The value of the next reply, whichever key it names; what is no value is a miss."""
    stop = reply.find(b"\r\n")
    if stop < 0:
        return client.MORE
    if not reply.startswith(b"VALUE "):
        return None
    size = int(reply[:stop].split(b" ")[3])
    value = reply[stop + 2:stop + 2 + size]
    return value if len(value) == size else client.MORE


client.Client._ask = ask
client.Pool = InheritedPool
