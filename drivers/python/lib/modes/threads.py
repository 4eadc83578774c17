# coding: utf-8
"""N threads, which live as long as the cell: a client may keep a connection for each. Where gevent has made the standard
library cooperative, they are its greenlets."""
import threading

from .. import meter
from ..arrivals import AWAKE_NS, DueCalls
from ..failure import describe
from ..meter import now
from ..watch import Watch, summed
from ..worker import Worker
from .sync import Race, Raised, complete

try:
    from queue import Queue
except ImportError:
    from Queue import Queue

# gevent's loop counts in milliseconds.
GEVENT_AWAKE_NS = 2000000


class Job(object):
    """The common work of threads: each says that it is ready and waits at the gate."""

    def __init__(self, task, arguments, watches):
        """arguments, watches: of each worker."""
        self._task = task
        self._arguments = arguments
        self._watches = watches
        self._gate = threading.Event()
        self.go = None

    def open(self):
        """Lets all go."""
        self.go = now()
        self._gate.set()

    def do(self, at, worker):
        """Worker `at`'s answer."""
        self._gate.wait()
        worker.go = self.go
        work = getattr(worker, self._task)
        try:
            return self._watches[at].during(lambda: work(*self._arguments[at]))
        except BaseException as error:
            return Raised(describe(error))


class Threads(object):
    """See the package."""

    def __init__(self, mode, parts, clients):
        self._green = mode.name == "gevent"
        self._clients = clients
        self._inboxes = []
        self._threads = []
        self._said = Queue()
        try:
            for at, part in enumerate(parts):
                self._start(at, Worker(part, clients.at(0 if mode.shared else at)))
        except Exception:
            self.close()
            raise

    def each(self, task, *arguments):
        """See the package."""
        workers = range(len(self._inboxes))
        return [self._together(Job(task, [arguments] * len(workers), [Watch(())] * len(workers)), [at])[0][0] for at in workers]

    def run(self, task, arguments, watch=()):
        """See the package."""
        workers = range(len(self._inboxes))
        watches = [Watch(watch)] if self._green else [Watch(watch) for _ in workers]
        job = Job(task, arguments, watches * (len(workers) if self._green else 1))
        answers, used = self._together(job, workers)
        return Race(answers, job.go, used, summed([one.fields() for one in watches]))

    def due_calls(self, due):
        """See the package."""
        return DueCalls(due, GEVENT_AWAKE_NS if self._green else AWAKE_NS)

    def close(self):
        """See the package."""
        for inbox in self._inboxes:
            inbox.put(None)
        for thread in self._threads:
            thread.join()
        self._clients.close()

    def _together(self, job, workers):
        """(their answers, what they used)."""
        for at in workers:
            self._inboxes[at].put(job)
        for _ in workers:
            self._said.get()
        before = meter.start()
        job.open()
        answers = dict(self._said.get() for _ in workers)
        used = meter.difference(before, meter.stop())
        return complete([answers[at] for at in workers]), used

    def _start(self, at, worker):
        inbox = Queue()
        self._inboxes.append(inbox)
        thread = threading.Thread(target=self._serve, args=(at, worker, inbox))
        thread.daemon = True
        thread.start()
        self._threads.append(thread)

    def _serve(self, at, worker, inbox):
        for job in iter(inbox.get, None):
            self._said.put(at)
            self._said.put((at, job.do(at, worker)))
