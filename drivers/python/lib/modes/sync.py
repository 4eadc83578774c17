# coding: utf-8
"""One worker, in the thread that speaks with cachemark."""
from . import Race
from .. import meter
from ..due import DueCalls
from ..meter import now
from ..watch import Watch


class Sync(object):
    """See the package."""

    def __init__(self, _mode):
        pass

    def run(self, jobs, watch=(), start=None):
        """See the package."""
        watching = Watch(watch)
        before = meter.start()
        go = now() if start is None else start
        answer = watching.during(lambda: jobs[0](go))
        used = meter.difference(before, meter.stop())
        return Race([answer], go, used, watching.fields())

    def due_calls(self, due, stop):
        """See the package."""
        return DueCalls(due, stop)

    def close(self):
        """See the package."""
