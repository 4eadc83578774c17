# coding: utf-8
"""N processes, forked when the cell is opened; each connects for itself, and lives as long as the cell."""
import ctypes
import os
import select
import signal
import struct

from .. import meter
from ..arrivals import NOTHING, wait
from ..failure import Failed, NotOffered, describe
from ..meter import now
from ..watch import summed
from ..worker import Worker
from .sync import Race, Raised, complete, perform

try:
    import cPickle as pickle
except ImportError:
    import pickle

READY = "ready"
PARENT_DEATH_SIGNAL = 1  # prctl's PR_SET_PDEATHSIG


class Child(object):
    """Of this process."""

    living = []

    def __init__(self, make):
        """make() -> a Worker, in the child."""
        (self._input, to), (since, self._output) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                self._live(make, [to, since])
            finally:
                os._exit(0)
        for end in (self._input, self._output):
            os.close(end)
        self._to, self._from = os.fdopen(to, "wb"), os.fdopen(since, "rb")
        self.living.append(self)
        try:
            said = self.hear()
        except EOFError as error:
            said = error
        if said != READY:
            self.close()
            raise said

    def say(self, message):
        """Sends anything."""
        pickle.dump(message, self._to, 2)
        self._to.flush()

    def hear(self):
        """The next message of the other process; EOFError when it has ended."""
        try:
            return pickle.load(self._from)
        except EOFError:
            raise EOFError("the other process has ended")

    def leave(self):
        """Closes the pipes."""
        self._from.close()
        try:
            self._to.close()
        except EnvironmentError:  # what was not sent yet has nobody to go to
            pass

    def kill(self):
        """Ends it, whatever it is doing."""
        os.kill(self._pid, signal.SIGKILL)

    def close(self):
        """Lets it end, and waits until it has."""
        self.living.remove(self)
        self.leave()
        os.waitpid(self._pid, 0)

    def _live(self, make, ends):
        """The child's life. It does not outlive its parent, whatever it waits for; it closes the pipes to other children, which
        would keep these from ending."""
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        for end in ends:
            os.close(end)
        for other in self.living:
            other.leave()
        self._to, self._from = os.fdopen(self._output, "wb"), os.fdopen(self._input, "rb")
        try:
            worker = make()
        except NotOffered as lack:
            return self.say(lack)
        except Exception as error:
            return self.say(Failed(describe(error)))
        self.say(READY)
        self._serve(worker)

    def _serve(self, worker):
        while True:
            try:
                task, arguments, watch = self.hear()
                self.say(READY)
                go = self.hear()
            except EOFError:
                return
            try:
                answer = perform(worker, task, arguments, watch, go)
            except Exception as error:
                answer = Raised(describe(error))
            self.say(answer)


def answers(children, task, arguments, watch=()):
    """[Race] of what each child did with its arguments; all are let go at once. Where one is gone, so are all: none may be
    left waiting for what will not be said."""
    try:
        return complete(replies(children, task, arguments, watch))
    except (EOFError, EnvironmentError):
        for child in children:
            child.kill()
        raise


def replies(children, task, arguments, watch):
    """What each child answers."""
    for child, own in zip(children, arguments):
        child.say((task, own, watch))
    for child in children:
        child.hear()
    go = now()
    for child in children:
        child.say(go)
    return [child.hear() for child in children]


NUMBER = "<q"


class Processes(object):
    """See the package."""

    def __init__(self, _mode, parts, clients):
        self._children = []
        self._next_call = os.pipe()
        try:
            for at, part in enumerate(parts):
                self._children.append(Child(lambda: Worker(part, clients.at(at))))
        except Exception:
            self.close()
            raise

    def each(self, task, *arguments):
        """See the package."""
        return [answers([child], task, [arguments])[0].answers[0] for child in self._children]

    def run(self, task, arguments, watch=()):
        """See the package."""
        races = answers(self._children, task, arguments, watch)
        return Race([one.answers[0] for one in races], races[0].go, meter.total([one.used for one in races]),
                       summed([one.seen for one in races]))

    def due_calls(self, due):
        """See the package."""
        if select.select([self._next_call[0]], [], [], 0)[0]:
            os.read(self._next_call[0], struct.calcsize(NUMBER))  # left there by the block before
        os.write(self._next_call[1], struct.pack(NUMBER, 0))
        return SharedDueCalls(due, *self._next_call)

    def close(self):
        """See the package."""
        for child in self._children:
            child.close()
        for end in self._next_call:
            os.close(end)


class SharedDueCalls(object):
    """Deals the calls of one block to several processes: a pipe holds the number of the next, which one at a time takes out."""

    def __init__(self, due, read, write):
        self._due = due
        self._read = read
        self._write = write

    def take_from(self, start):
        """As in DueCalls."""
        def take():
            call, = struct.unpack(NUMBER, os.read(self._read, struct.calcsize(NUMBER)))
            if call >= len(self._due):
                self._pass(call)
                return NOTHING
            due = start + self._due[call]
            moment = wait(due)
            self._pass(call + 1)
            return call, due, moment
        return take

    def _pass(self, call):
        os.write(self._write, struct.pack(NUMBER, call))
