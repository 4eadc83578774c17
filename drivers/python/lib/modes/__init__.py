# coding: utf-8
"""How the workers of a cell work at the same time."""
from ..due import DueCalls
from ..failure import Failed


class Race(object):
    """answers: each worker's; go: when they were let go, ns; used: what the run used (meter.FIELDS);
    seen: the fields of a watch, summed."""

    def __init__(self, answers, go, used, seen):
        self.answers = answers
        self.go = go
        self.used = used
        self.seen = seen


class Raised(object):
    """The answer of a worker whose work raised."""

    def __init__(self, failure):
        self.failure = failure


def complete(answers):
    """The answers; raises what the first worker raised."""
    for answer in answers:
        if isinstance(answer, Raised):
            raise Failed(answer.failure)
    return answers


class Workers(object):
    """Those of a Mode. `run(jobs, watch, start)` returns a Race: worker w does jobs[w](go). All are let go at once, by `start` if it is
    given."""

    def __init__(self, mode):
        pass

    def due_calls(self, due, stop):
        """The queue of an open loop."""
        return DueCalls(due, stop)

    def close(self):
        """Lets its workers end."""


def workers(mode):
    """The workers of a Mode."""
    if mode.name == "sync":
        from .sync import Sync as kind
    elif mode.name == "asyncio":
        from .tasks import Tasks as kind
    else:
        from .threads import Threads as kind
    return kind(mode)
