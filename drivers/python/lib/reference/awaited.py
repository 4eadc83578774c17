# coding: utf-8
"""The reference client for asyncio (Python 3.7 and later: this file is not read by others): the same commands and the same
reading of replies, awaited."""
import asyncio
import os
from collections import deque

from .client import Client
from .line import Server, admitted
from .reply import MORE


class Line(asyncio.Protocol):
    """One connection: what has come, and who waits for it."""

    def __init__(self):
        self.pid = os.getpid()
        self._came = b""
        self._ended = None
        self._waiter = None

    def connection_made(self, transport):
        """Called by asyncio."""
        self.send, self.close = transport.write, transport.abort

    def data_received(self, data):
        """Called by asyncio."""
        self._came += data
        self._wake()

    def connection_lost(self, error):
        """Called by asyncio."""
        self._ended = self._ended or error or EOFError("the connection was closed")
        self._wake()

    def fresh(self):
        """Whether a call of this process may use it."""
        return self._ended is None and not self._came and self.pid == os.getpid()

    def late(self):
        """Nobody waits any longer."""
        self._ended = TimeoutError("no reply in time")
        self.close()

    async def more(self):
        """The next bytes of a reply."""
        if not self._came and self._ended is None:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if not self._came:
            raise self._ended
        came, self._came = self._came, b""
        return came

    def _wake(self):
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)


async def log_in(line, login):
    """Has a connection log in, or closes it."""
    try:
        line.send(login)
        reply = await line.more()
        while not reply.endswith(b"\r\n"):
            reply += await line.more()
        admitted(reply)
    except BaseException:
        line.close()
        raise


class AwaitedPool(object):
    """The idle connections to one server."""

    def __init__(self, server, timeout):
        self.timeout = timeout
        self._server = server
        self._idle = deque()
        self.give = self._idle.append

    async def take(self):
        """A Line, opened if none is idle."""
        while self._idle:
            line = self._idle.pop()
            if line.fresh():
                return line
        loop, server = asyncio.get_running_loop(), self._server
        if server.path is not None:
            opening = loop.create_unix_connection(Line, server.path)
        else:
            opening = loop.create_connection(Line, server.host, server.port, ssl=server.context)
        line = (await asyncio.wait_for(opening, self.timeout))[1]
        if server.login:
            await asyncio.wait_for(log_in(line, server.login), self.timeout)
        return line

    def close(self):
        """Closes the idle ones."""
        while self._idle:
            self._idle.pop().close()


class AwaitedClient(Client):
    """Every call is to be awaited. Clients of asyncio compute nothing that is absent."""

    def __init__(self, servers, timeout=1.0, context=None, login=None):
        """See Client."""
        self._pools = [AwaitedPool(Server(address, context, login), timeout) for address in servers]
        self._only = self._pools[0] if len(servers) == 1 else None

    async def get_multi(self, keys):
        """See Client."""
        found = {}
        for pool, asked in self._spread(keys):
            found.update(await self._collect(pool, asked))
        return found

    async def get_multi_cas(self, keys):
        """See Client."""
        found = {}
        for pool, asked in self._spread(keys):
            found.update(await self._collect(pool, asked, b"gets ", True))
        return found

    async def set_multi(self, values, ttl, raw):
        """See Client."""
        for pool, own in self._spread(values):
            await self._store_all(pool, own, values, ttl, raw)
        return True

    async def delete_multi(self, keys):
        """See Client."""
        missing = []
        for pool, own in self._spread(keys):
            missing += await self._delete_all(pool, own)
        return missing

    async def cas(self, key, value, ttl, raw):
        """See Client."""
        found = await self._versioned(key)
        return found is not None and await self._swap(key, value, ttl, raw, found[1])

    async def _ask(self, pool, command, read, argument):
        line = await pool.take()
        alarm = asyncio.get_running_loop().call_later(pool.timeout, line.late)
        try:
            line.send(command)
            reply = await line.more()
            answer = read(reply, argument)
            while answer is MORE:
                reply += await line.more()
                answer = read(reply, argument)
        except BaseException:
            line.close()
            raise
        finally:
            alarm.cancel()
        pool.give(line)
        return answer
