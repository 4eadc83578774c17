# coding: utf-8
"""One worker, in the thread that speaks with cachemark."""
from . import Race, Workers
from .. import meter
from ..meter import now
from ..watch import Watch


class Sync(Workers):
    """See the package."""

    def run(self, jobs, watch=(), start=None):
        """See the package."""
        watching = Watch(watch)
        before = meter.start()
        go = now() if start is None else start
        answer = watching.during(lambda: jobs[0](go))
        used = meter.difference(before, meter.stop())
        return Race([answer], go, used, watching.fields())
