# coding: utf-8
"""aiomcache: if the connection ends instead of a reply, the call never returns, and no other task of the process runs.

Usage: python3 aiomcache-end-of-connection.py CALL, with the package; it needs no memcached. CALL is get, set, incr or
delete. Ends with 1 if the call did not return in 1 s."""
import asyncio
import os
import signal
import sys

import aiomcache

CALL = sys.argv[1]
CALLS = {
    "get": lambda client: client.get(b"k1"),
    "set": lambda client: client.set(b"k1", b"a value"),
    "incr": lambda client: client.incr(b"k1"),
    "delete": lambda client: client.delete(b"k1"),
}


def never(_number, _frame):
    """An alarm: asyncio's own time limits need a loop that runs."""
    os.write(1, ("%s did not return in 1 s\n" % CALL).encode())
    os._exit(1)


async def accept(reader, writer):
    """In place of memcached: the connection ends when the request has come."""
    await reader.readline()
    writer.close()


async def main():
    """The call, with a time limit as applications have it."""
    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    client = aiomcache.Client("127.0.0.1", server.sockets[0].getsockname()[1])
    try:
        print("%s returned %r" % (CALL, await asyncio.wait_for(CALLS[CALL](client), 0.3)))
    except Exception as error:
        print("%s raised %s" % (CALL, type(error).__name__))


signal.signal(signal.SIGALRM, never)
signal.alarm(1)
asyncio.run(main())
