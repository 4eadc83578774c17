# coding: utf-8
"""One worker, in the thread that speaks with cachemark."""
from .. import meter
from ..arrivals import Dealer
from ..clock import now
from ..outcome import Outcome
from ..watch import Watch
from ..worker import Worker


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

    def dealer(self, due):
        """See the package."""
        return Dealer(due)

    def close(self):
        """See the package."""
        self._clients.close()


def perform(worker, task, arguments, watch, go=None):
    """The Outcome of one worker's task, in this thread; go: when it was let go, now unless it is given."""
    watching = Watch(watch)
    work = getattr(worker, task)
    before = meter.start()
    worker.go = now() if go is None else go
    answer = watching.during(lambda: work(*arguments))
    used = meter.difference(before, meter.stop())
    return Outcome([answer], worker.go, used, watching.fields())
