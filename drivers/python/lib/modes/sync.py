# coding: utf-8
"""One worker, in the thread that speaks with cachemark."""
from .. import meter
from ..arrivals import DueCalls
from ..failure import Failed
from ..meter import now
from ..watch import Watch
from ..worker import Worker


class Race(object):
    """answers: each worker's; go: when they were let go, ns; used: what the block used (meter.FIELDS);
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


class Sync(object):
    """See the package."""

    def __init__(self, _mode, parts, clients):
        self._clients = clients
        try:
            self._worker = Worker(parts[0], clients.at(0))
        except Exception:
            self.close()
            raise

    def each(self, task, *arguments):
        """See the package."""
        return self.run(task, [arguments]).answers

    def run(self, task, arguments, watch=()):
        """See the package."""
        return perform(self._worker, task, arguments[0], watch)

    def due_calls(self, due):
        """See the package."""
        return DueCalls(due)

    def close(self):
        """See the package."""
        self._clients.close()


def perform(worker, task, arguments, watch, go=None):
    """The Race of one worker's task, in this thread; go: when it was let go, now unless it is given."""
    watching = Watch(watch)
    work = getattr(worker, task)
    before = meter.start()
    worker.go = now() if go is None else go
    answer = watching.during(lambda: work(*arguments))
    used = meter.difference(before, meter.stop())
    return Race([answer], worker.go, used, watching.fields())
