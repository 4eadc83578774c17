# coding: utf-8
"""The resources that a process has used; the difference of two readings goes into a run's reply.

A figure that this Python does not offer is None: objects are counted by none, garbage collection from 3.3 on. CPU time is read
last before a run and first after it, so that little of reading is in it. The core subtracts the rest: it asks for empty runs."""
import gc
import resource


def monotonic():
    """A `now` for Pythons before 3.7, by way of the C library. The GIL is kept: a read is shorter than giving it up."""
    import ctypes
    read = ctypes.PyDLL(None).clock_gettime
    place = (ctypes.c_long * 2)()

    def now():
        read(1, place)
        seconds, nanoseconds = place[:]
        return seconds * 1000000000 + nanoseconds
    return now


try:
    from time import perf_counter_ns as now
except ImportError:
    now = monotonic()


FIELDS = ("user_ns", "system_ns", "allocations", "gc_ns", "gc_count")


class Collections(object):
    """Counts the runs of the garbage collector, and their time."""

    def __init__(self):
        self.began = self.ns = self.count = 0

    def __call__(self, phase, _info):
        if phase == "start":
            self.began = now()
        else:
            self.ns += now() - self.began
            self.count += 1


collections = Collections() if hasattr(gc, "callbacks") else None
if collections:
    gc.callbacks.append(collections)


def garbage():
    """(ns in the garbage collector, its runs), or Nones."""
    return (collections.ns, collections.count) if collections else (None, None)


def start():
    """The reading before a run."""
    collected = garbage()
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime, used.ru_stime) + collected


def stop():
    """The reading after it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime, used.ru_stime) + garbage()


def difference(before, after):
    """dict of FIELDS: what was used between two readings."""
    user, system, gc_ns, gc_count = [None if to is None else to - since for since, to in zip(before, after)]
    return dict(zip(FIELDS, (int(round(user * 1e9)), int(round(system * 1e9)), None, gc_ns, gc_count)))
