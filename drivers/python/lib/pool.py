# coding: utf-8
"""The pools from which calls take their connections, and how long they wait for one while nothing is timed."""
from .meter import now


class Pool(object):
    """As an adapter describes it."""

    def __init__(self, owner, take, size, free=None):
        """owner: the object by whose method `take` a call takes a connection. size: connections at most, None without a limit.
        free() -> whether a call gets one at once. It is None if calls never wait, because the pool makes another one or raises."""
        self.owner = owner
        self.take = take
        self.size = size
        self.free = free

    def watched(self):
        """Whether it is watched already, for another worker."""
        return self.take in vars(self.owner)

    def watch(self):
        """A PoolWatch, which watches it from now on."""
        return PoolWatch(self)


class PoolWatch(object):
    """Watches a Pool until it is finished. The pool is as before then."""

    def __init__(self, pool):
        self._pool = pool
        self._waits = []
        self._waited = []
        self._original = getattr(pool.owner, pool.take)
        setattr(pool.owner, pool.take, self._take)

    def finish(self):
        """dict of plain data: the size, each wait in ns, and how many calls found no free connection; None if calls never
        wait for one."""
        delattr(self._pool.owner, self._pool.take)
        return {"size": self._pool.size, "waits": self._waits, "waited": len(self._waited) if self._pool.free else None}

    def _take(self, *arguments, **named):
        start = self._begin()
        connection = self._original(*arguments, **named)
        self._end(start)
        return connection

    def _begin(self):
        if self._pool.free and not self._pool.free():
            self._waited.append(True)
        return now()

    def _end(self, start):
        self._waits.append(now() - start)
