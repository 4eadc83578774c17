# coding: utf-8
"""A pool whose connections are awaited (Python 3 only: this file is not read by others)."""
from .pool import Pool, PoolWatch


class AwaitedPool(Pool):
    """See Pool."""

    def watch(self):
        """See Pool."""
        return AwaitedPoolWatch(self)


class AwaitedPoolWatch(PoolWatch):
    """See PoolWatch."""

    async def _take(self, *arguments, **named):
        start = self._begin()
        connection = await self._original(*arguments, **named)
        self._end(start)
        return connection
