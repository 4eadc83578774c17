# coding: utf-8
"""N threads, which live as long as the cell: a client may keep a connection for each. Where gevent has made the standard
library cooperative, they are its greenlets."""
import threading

from . import Race, Raised, Workers, complete
from .. import meter
from ..due import AWAKE_NS, DueCalls
from ..failure import describe
from ..meter import now
from ..watch import Watch, summed

try:
    from queue import Queue
except ImportError:
    from Queue import Queue

# gevent's loop counts in milliseconds.
GEVENT_AWAKE_NS = 2000000


class Gate(object):
    """Each worker says that it is ready, and waits here. go: when they are let go, or None for now."""

    def __init__(self, go):
        self._open = threading.Event()
        self.go = go

    def open(self):
        """Lets all go."""
        self.go = now() if self.go is None else self.go
        self._open.set()

    def do(self, job, watch):
        """The answer of a worker."""
        self._open.wait()
        try:
            return watch.during(lambda: job(self.go))
        except BaseException as error:
            return Raised(describe(error))


class Threads(Workers):
    """See the package."""

    def __init__(self, mode):
        self._green = mode.name == "gevent"
        self._inboxes = [Queue() for _ in range(mode.workers)]
        self._threads = []
        self._said = Queue()
        for at, inbox in enumerate(self._inboxes):
            thread = threading.Thread(target=self._serve, args=(at, inbox))
            thread.daemon = True
            thread.start()
            self._threads.append(thread)

    def run(self, jobs, watch=(), start=None):
        """See the package."""
        watches = [Watch(watch)] if self._green else [Watch(watch) for _ in jobs]
        gate = Gate(start)
        for at, (inbox, job) in enumerate(zip(self._inboxes, jobs)):
            inbox.put((gate, job, watches[0 if self._green else at]))
        for _ in jobs:
            self._said.get()
        before = meter.start()
        gate.open()
        answers = dict(self._said.get() for _ in jobs)
        used = meter.difference(before, meter.stop())
        return Race(complete([answers[at] for at in sorted(answers)]), gate.go, used, summed([one.fields() for one in watches]))

    def due_calls(self, due, stop):
        """See the package."""
        return DueCalls(due, stop, GEVENT_AWAKE_NS if self._green else AWAKE_NS)

    def close(self):
        """See the package."""
        for inbox in self._inboxes:
            inbox.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, at, inbox):
        for gate, job, watch in iter(inbox.get, None):
            self._said.put(at)
            self._said.put((at, gate.do(job, watch)))
