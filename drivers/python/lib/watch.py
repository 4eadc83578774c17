# coding: utf-8
"""Counts events inside a client while a run is not timed: exceptions that it raises, even if it rescues them, and the memory
that it requests. Locks are unknown: Python does not say when one is taken."""
import errno
import sys

from .allocations import Log
from .failure import class_name

KNOWN = ("exceptions", "locks", "allocated_bytes")
# How iteration ends is not an error, and how a socket that does not block says "later" depends on when the answer comes.
ENDS = (StopIteration, GeneratorExit) + ((StopAsyncIteration,) if sys.version_info >= (3, 5) else ())
LATER = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EINPROGRESS)


class Watch(object):
    """wanted: some of KNOWN, the fields of the reply."""

    def __init__(self, wanted):
        unknown = [name for name in wanted if name not in KNOWN]
        if unknown:
            raise ValueError("cannot watch %s" % ", ".join(unknown))
        self._wanted = wanted
        self._exceptions = {}
        self._traced = any(name != "allocated_bytes" for name in wanted)
        self._memory = Log() if "allocated_bytes" in wanted else None
        self._inside = 0

    def during(self, work):
        """The value of work(), watched in this thread where anything is wanted; greenlets of one thread are watched until
        the last of them is done."""
        if not self._wanted:
            return work()
        self._inside += 1
        self._begin()
        try:
            return work()
        finally:
            self._inside -= 1
            if not self._inside:
                self._end()

    def fields(self):
        """dict of the fields that were wanted; None for what Python does not tell. Memory has its number of requests, too."""
        seen = {"exceptions": self._exceptions}
        fields = dict((name, seen.get(name)) for name in self._wanted)
        sizes = self._memory and self._memory.sizes
        figures = (None, None) if sizes is None else (sum(sizes), len(sizes))
        return dict(fields, **dict(zip(("allocated_bytes", "allocations"), figures))) if self._memory else fields

    def _begin(self):
        if self._memory:
            self._memory.start()
        if self._traced:  # which requests memory of its own
            sys.settrace(self._trace)

    def _end(self):
        if self._traced:
            sys.settrace(None)
        if self._memory:
            self._memory.stop()

    def _trace(self, _frame, event, argument):
        """An exception passes through every frame that it leaves: it counts where it began, in the last of its traceback."""
        if event == "exception" and argument[2] is not None and argument[2].tb_next is None:
            kind, error = argument[:2]
            if not issubclass(kind, ENDS) and getattr(error, "errno", None) not in LATER:
                name = class_name(kind)
                self._exceptions[name] = self._exceptions.get(name, 0) + 1
        return self._trace


def summed(seen):
    """The fields of several workers' watches in one."""
    total = {}
    for fields in seen:
        for name, counts in fields.items():
            if counts is None:
                total[name] = None
                continue
            kept = total.setdefault(name, {})
            for kind, count in counts.items():
                kept[kind] = kept.get(kind, 0) + count
    return total
