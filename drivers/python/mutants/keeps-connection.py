# coding: utf-8
"""Closes a connection in `except Exception`, which does not catch CancelledError since Python 3.8, and puts back any other: the
late reply to a cancelled task answers the next call. It uses asyncio, and needs Python 3.7."""
import asyncio

from cachemark_driver.reference import awaited, client
from cachemark_mutants.parts.owing import late


async def ask(self, pool, command, read, argument):
    """As in AwaitedClient, but for how it ends."""
    line = await pool.take()
    alarm = asyncio.get_running_loop().call_later(pool.timeout, line.late)
    try:
        line.send(command)
        reply = await line.more()
        read = late if hasattr(line, "owing") and read is client.one else read
        answer = read(reply, argument)
        while answer is client.MORE:
            reply += await line.more()
            answer = read(reply, argument)
    except Exception:
        line.close()
        raise
    except BaseException:
        line.owing = True
        pool.give(line)
        raise
    finally:
        alarm.cancel()
    pool.give(line)
    return answer


awaited.AwaitedClient._ask = ask
awaited.Line.fresh = lambda self: self._ended is None
