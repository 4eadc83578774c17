# coding: utf-8
"""Shows where a block does its work, by the places of the source: the functions that it calls, the memory that it requests, or
the lines that it runs. The block includes the driver's own work, which is the same in every block. A traced process is never
timed."""
import linecache
import os
import re
import sys

from . import allocations

PATTERN = type(re.compile(""))
LONGEST = 60


def over(kind, work):
    """The dict that work() returns; with a kind it has "trace" in addition: a list of sites, or None if this Python does not
    report them."""
    if kind is None:
        return work()
    if kind not in KINDS:
        raise ValueError("cannot trace %r" % (kind,))
    trace = KINDS[kind]()
    trace.start()
    try:
        fields = work()
    finally:
        trace.stop()
    return dict(fields, trace=trace.sites())


class Counts(object):
    """How often something happens in each place."""

    def __init__(self):
        self._counts = {}

    def sites(self):
        """[dict]: the protocol's sites."""
        return [dict(place(code.co_filename, line), name=name, count=count)
                for (name, code, line), count in self._counts.items()]

    def _count(self, *key):
        self._counts[key] = self._counts.get(key, 0) + 1


class Calls(Counts):
    """The functions that are called, written in Python or in C. The place of the first kind is its definition, that of the
    second its caller, because the source in C is not here."""

    def start(self):
        sys.setprofile(self._event)

    def stop(self):
        sys.setprofile(None)

    def _event(self, frame, event, argument):
        if event == "call":
            self._count(named(frame), frame.f_code, frame.f_code.co_firstlineno)
        elif event == "c_call":
            self._count(called(argument), frame.f_code, frame.f_lineno)


class Lines(Counts):
    """The lines that run."""

    def start(self):
        sys.settrace(self._event)

    def stop(self):
        sys.settrace(None)

    def _event(self, frame, event, _argument):
        if event == "line":
            self._count(named(frame), frame.f_code, frame.f_lineno)
        return self._event


class Memory(object):
    """The memory that is requested, by the line that runs. Whenever another line begins, a request of an impossible size marks
    this in the log of all requests. Tracing requests memory, too: as much for each line as the line with the least."""

    def __init__(self):
        self._log = allocations.Log()
        self._lines = []
        self._numbers = {}

    def start(self):
        if self._log.start():
            sys.settrace(self._event)

    def stop(self):
        sys.settrace(None)
        self._log.stop()

    def sites(self):
        """[dict]: the protocol's sites, or None."""
        if self._log.sizes is None:
            return None
        spans = self._spans()
        least = [min([span[figure] // span[0] for span in spans.values()] or [0]) for figure in (1, 2)]
        return [dict(place(code.co_filename, line), name=name, count=count - times * least[0], bytes=size - times * least[1])
                for (name, code, line), (times, count, size) in ((self._lines[number], span) for number, span in spans.items())]

    def _spans(self):
        """{line's number: [times, requests, bytes]}"""
        spans, span = {}, None
        for size in self._log.sizes:
            if size < allocations.MARK:
                if span:
                    span[1] += 1
                    span[2] += size
            elif size == allocations.MARK:
                span = None
            else:
                span = spans.setdefault(size - allocations.MARK - 1, [0, 0, 0])
                span[0] += 1
        return spans

    def _event(self, frame, event, _argument):
        self._log.mark(0)
        if event == "return":  # the rest of the caller's line follows
            frame = frame.f_back
        if frame:
            self._log.mark(1 + self._number(frame))
        return self._event

    def _number(self, frame):
        key = (named(frame), frame.f_code, frame.f_lineno)
        if key not in self._numbers:
            self._numbers[key] = len(self._lines)
            self._lines.append(key)
        return self._numbers[key]


KINDS = {"calls": Calls, "allocations": Memory, "lines": Lines}


def named(frame):
    """str: the function of a frame, as "package.module.Class.method"."""
    code = frame.f_code
    name = getattr(code, "co_qualname", None)
    if name is None:
        owner = frame.f_locals.get("self") if code.co_varnames[:1] == ("self",) else None
        name = code.co_name if owner is None else "%s.%s" % (type(owner).__name__, code.co_name)
    return "%s.%s" % (frame.f_globals.get("__name__"), name)


def called(builtin):
    """str: a function in C, with the pattern if it is one of a regular expression."""
    name = getattr(builtin, "__qualname__", builtin.__name__)
    module = getattr(builtin, "__module__", None)
    pattern = getattr(builtin, "__self__", None)
    name = name if module in (None, "builtins", "__builtin__") else "%s.%s" % (module, name)
    return "%s %r" % (name, pattern.pattern[:LONGEST]) if isinstance(pattern, PATTERN) else name


def place(path, line):
    """dict: "place", below the folder from which it was imported, and "text", None if there is no such file."""
    roots = [root for root in map(os.path.realpath, filter(None, sys.path)) if path.startswith(root + os.sep)]
    start = max([len(root) + 1 for root in roots] or [0])
    text = linecache.getline(path, line).strip()
    return {"place": "%s:%d" % (path[start:], line), "text": text[:200] or None}
