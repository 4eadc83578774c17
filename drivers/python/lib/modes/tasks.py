# coding: utf-8
"""N tasks of one event loop (Python 3.7 and later: this file is not read by others)."""
import asyncio

from . import Race, Raised, Workers, complete
from .. import meter
from ..due import NOTHING, Queue
from ..failure import describe
from ..meter import now
from ..watch import Watch

LOOP = asyncio.new_event_loop()
asyncio.set_event_loop(LOOP)
# It counts in milliseconds.
LOOP_AWAKE_NS = 2000000


class Tasks(Workers):
    """See the package."""

    def run(self, jobs, watch=(), start=None):
        """See the package."""
        watching = Watch(watch)
        work = self._race(jobs, start)
        answers, go, used = watching.during(lambda: LOOP.run_until_complete(work))
        return Race(complete(answers), go, used, watching.fields())

    def due_calls(self, due, stop):
        """See the package."""
        return DueCalls(due, stop)

    async def _race(self, jobs, start):
        gate = asyncio.Event()
        begin = []
        tasks = [asyncio.ensure_future(self._one(gate, begin, job)) for job in jobs]
        await asyncio.sleep(0)  # now all wait at the gate
        before = meter.start()
        go = now() if start is None else start
        begin.append(go)
        gate.set()
        answers = await asyncio.gather(*tasks)
        return answers, go, meter.difference(before, meter.stop())

    @staticmethod
    async def _one(gate, begin, job):
        await gate.wait()
        try:
            return await job(begin[0])
        except Exception as error:
            return Raised(describe(error))


class DueCalls(Queue):
    """Deals the calls of one run to the tasks of one loop."""

    def __init__(self, due, stop):
        Queue.__init__(self, due, stop)
        self._turn = asyncio.Lock()

    def take_from(self, start):
        """As in due.DueCalls, to be awaited."""
        async def take():
            async with self._turn:
                call = self.following()
                return NOTHING if call is None else self.taken(call, start, await wait(start + self._due[call]))
        return take


async def wait(due):
    """Returns once it is due: now, in ns. Other tasks may work meanwhile."""
    left = due - now()
    if left > LOOP_AWAKE_NS:
        await asyncio.sleep((left - LOOP_AWAKE_NS) / 1e9)
    while True:
        moment = now()
        if moment >= due:
            return moment
        await asyncio.sleep(0)
