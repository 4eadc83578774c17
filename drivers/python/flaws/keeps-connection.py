# coding: utf-8
"""Keeps one connection whatever happened to a call, and takes the next reply for its own, as many clients do. A late reply then
answers the next call."""
import sys

from cachemark_driver.reference import client, line

one = client.one


def trusting(reply, name):
    """The value of the next reply, whichever key it names."""
    stop = reply.find(b"\r\n")
    return one(reply, reply.split(b" ")[1] if stop >= 0 and reply.startswith(b"VALUE ") else name)


def kept(take):
    """A `take` that answers what it answered first; where that is awaited, a future of it."""
    def same(self):
        if not hasattr(self, "kept"):
            self.kept = take(self)
        return self.kept
    return same


client.one = trusting
client.Pool.take = kept(client.Pool.take)
line.CHUNK = 1  # so that what belongs to the next reply is left there
line.Line.close = lambda self: None

if sys.version_info >= (3, 7):
    import asyncio

    from cachemark_driver.reference import awaited

    take, more = awaited.AwaitedPool.take, awaited.Line.more

    def next_byte(self):
        """A byte at a time, here too."""
        if self._came:
            byte, self._came = self._came[:1], self._came[1:]
            answer = asyncio.get_running_loop().create_future()
            answer.set_result(byte)
            return answer
        return more(self)

    awaited.AwaitedPool.take = kept(lambda self: asyncio.ensure_future(take(self)))
    awaited.Line.more = next_byte
    awaited.Line.close = lambda self: None
