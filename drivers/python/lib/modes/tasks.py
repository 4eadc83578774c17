# coding: utf-8
"""N tasks of one event loop (Python 3.7 and later: this file is not read by others)."""
import asyncio

from .. import meter
from ..arrivals import NOTHING
from ..failure import describe
from ..meter import now
from ..watch import Watch
from ..worker import Worker
from .sync import Race, Raised, complete

LOOP = asyncio.new_event_loop()
asyncio.set_event_loop(LOOP)
# It counts in milliseconds.
LOOP_AWAKE_NS = 2000000


class Tasks(object):
    """See the package."""

    def __init__(self, mode, parts, clients):
        self._clients = clients
        try:
            self._workers = [Worker(part, clients.at(0 if mode.shared else at)) for at, part in enumerate(parts)]
        except Exception:
            self.close()
            raise

    def each(self, task, *arguments):
        """See the package."""
        return [self._together([worker], task, [arguments], ()).answers[0] for worker in self._workers]

    def run(self, task, arguments, watch=()):
        """See the package."""
        return self._together(self._workers, task, arguments, watch)

    def due_calls(self, due):
        """See the package."""
        return DueCalls(due)

    def close(self):
        """See the package."""
        self._clients.close()

    def _together(self, workers, task, arguments, watch):
        watching = Watch(watch)
        work = self._race(workers, task, arguments)
        answers, go, used = watching.during(lambda: LOOP.run_until_complete(work))
        return Race(complete(answers), go, used, watching.fields())

    async def _race(self, workers, task, arguments):
        gate = asyncio.Event()
        tasks = [asyncio.ensure_future(self._one(gate, worker, task, own)) for worker, own in zip(workers, arguments)]
        await asyncio.sleep(0)  # now all wait at the gate
        before = meter.start()
        go = now()
        for worker in workers:
            worker.go = go
        gate.set()
        answers = await asyncio.gather(*tasks)
        return answers, go, meter.difference(before, meter.stop())

    @staticmethod
    async def _one(gate, worker, task, arguments):
        await gate.wait()
        try:
            answer = getattr(worker, task)(*arguments)
            return await answer if hasattr(answer, "__await__") else answer
        except Exception as error:
            return Raised(describe(error))


class DueCalls(object):
    """Deals the calls of one block to the tasks of one loop."""

    def __init__(self, due):
        """due: ns after the start, of each call."""
        self._due = due
        self._next = 0
        self._turn = asyncio.Lock()

    def take_from(self, start):
        """As in arrivals.DueCalls, to be awaited."""
        async def take():
            async with self._turn:
                call = self._next
                if call >= len(self._due):
                    return NOTHING
                self._next = call + 1
                due = start + self._due[call]
                return call, due, await wait(due)
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
