# coding: utf-8
"""The ways in which a call is ended from outside while it waits. Each takes the seconds until it strikes and the call; it
returns what the call returned, or raises what ended it."""
import os
import signal
import sys
import threading

from ..failure import NotOffered

try:
    import ctypes
except ImportError:  # a Python that was built without it
    ctypes = None


class Interrupted(Exception):
    """Raised into a call from outside, as an application's own clock or shutdown does."""
    times = 0  # how often it was raised

    def __init__(self, *arguments):
        super(Interrupted, self).__init__(*arguments)
        Interrupted.times += 1


class Interrupt(object):
    """message: {"by": one of WAYS, "after_ms"}; mode: a Mode's name; NotOffered for a way that this runtime lacks."""

    def __init__(self, message, mode):
        if message["by"] not in WAYS or MODES.get(message["by"], mode) != mode:
            raise NotOffered("an interrupt by %s" % message["by"], "driver")
        self._way = WAYS[message["by"]]
        self._after = message["after_ms"] / 1000.0
        self._swallowed = False

    def over(self, call):
        """Makes the call with it."""
        before = Interrupted.times
        reply = self._way(self._after, call)
        self._swallowed = Interrupted.times > before
        return reply

    def report(self):
        """Of a call that returned: {"swallowed": True} where it was raised in it all the same."""
        return {"swallowed": True} if self._swallowed else {}


def timeout(after, call):
    """An alarm whose handler raises, as a worker's time limit does it."""
    return struck(signal.SIGALRM, lambda: signal.setitimer(signal.ITIMER_REAL, after),
                  lambda: signal.setitimer(signal.ITIMER_REAL, 0), call)


def by_signal(after, call):
    """A signal whose handler raises, as an interactive program's Ctrl-C does it."""
    clock = threading.Timer(after, lambda: os.kill(os.getpid(), signal.SIGUSR1))

    def stop():
        clock.cancel()
        clock.join()
    return struck(signal.SIGUSR1, clock.start, stop, call)


def signals(pause, call):
    """Signals whose handler does nothing, one after each pause, as profilers and children that end send them."""
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    try:
        signal.setitimer(signal.ITIMER_REAL, pause, pause)
        return call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def struck(number, start, stop, call):
    """The call, with a handler of that signal that raises."""
    def strike(_number, _frame):
        raise Interrupted("a signal's handler raised")
    before = signal.signal(number, strike)
    try:
        start()
        return call()
    finally:
        signal.signal(number, signal.SIG_IGN)  # one that comes too late finds no call, and must not end the process
        stop()
        signal.signal(number, before)


def raise_in(after, call):
    """An exception set in the calling thread by another; it comes when the interpreter runs again."""
    caller = threading.current_thread().ident
    lock, done = threading.Lock(), []

    def strike():
        with lock:
            if not done:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_long(caller), ctypes.py_object(Interrupted))
    clock = threading.Timer(after, strike)
    clock.start()
    try:
        return call()
    finally:
        with lock:
            done.append(True)
        clock.cancel()


def greenlet(after, call):
    """Greenlet.kill, as a pool of greenlets ends a request. The client lives on."""
    import gevent
    raised = []

    def run():
        try:
            return call()
        except Exception as error:  # the hub would print it
            raised.append(error)
    job = gevent.spawn(run)
    job.join(after)
    job.kill()
    if isinstance(job.value, gevent.GreenletExit):
        raise Interrupted("its greenlet was killed")
    if raised:
        raise raised[0]
    return job.value


def greenlet_timeout(after, call):
    """gevent.Timeout, as an application bounds a request in gevent."""
    import gevent
    limit = gevent.Timeout(after)
    limit.start()
    try:
        return call()
    except gevent.Timeout as error:
        if error is limit:
            raise Interrupted("gevent.Timeout")
        raise
    finally:
        limit.cancel()


def task(after, call):
    """Task.cancel, as an event loop's time limits do it."""
    import asyncio
    from ..modes.tasks import LOOP
    job = asyncio.ensure_future(call(), loop=LOOP)
    LOOP.call_later(after, job.cancel)
    try:
        return LOOP.run_until_complete(job)
    except asyncio.CancelledError:
        raise Interrupted("its task was cancelled")


WAYS = {"timeout": timeout, "signal": by_signal, "signals": signals, "raise_in": raise_in, "greenlet": greenlet, "greenlet_timeout": greenlet_timeout,
        "task": task}
if ctypes is None:
    del WAYS["raise_in"]
# Those that work in one mode only.
MODES = {"greenlet": "gevent", "greenlet_timeout": "gevent", "task": "asyncio"}


def ways():
    """[name] of those that need no mode."""
    return sorted(["line"] + [name for name in WAYS if name not in MODES])


class Halted(BaseException):
    """An exception that no `except Exception` catches, as a shutdown raises it."""


ERRORS = {"StandardError": Interrupted, "Exception": Halted}


class LineStrike(object):
    """folders: the library's own, or single files; message: {"number", "error", "twice"}; notify: called with the first place
    that is struck ("file:line"), before the exception takes effect. It may end the process."""

    def __init__(self, folders, message, notify):
        self._notify = notify
        self._folders = tuple(folder + os.sep if os.path.isdir(folder) else folder for folder in folders)
        self._left = message["number"]
        self._error = ERRORS[message.get("error") or "StandardError"]
        self._again = bool(message.get("twice"))
        self._place = None
        self._swallowed = False

    def over(self, call):
        """Makes the call with it."""
        sys.settrace(self._frame)
        try:
            reply = call()
            self._swallowed = self._place is not None
            return reply
        finally:
            sys.setprofile(None)
            sys.settrace(None)

    def report(self):
        """Of a call that returned: {"swallowed": True} where it was struck all the same."""
        return {"swallowed": True} if self._swallowed else {}

    def _frame(self, frame, _event, _argument):
        return self._line if self._inside(frame) else None

    def _inside(self, frame):
        return frame.f_code.co_filename.startswith(self._folders)

    def _line(self, frame, event, _argument):
        if event == "line" and self._left > 0:
            self._left -= 1
            if self._left == 0:
                self._strike(frame)
        return self._line

    def _strike(self, frame):
        place = "%s:%d" % (frame.f_code.co_filename, frame.f_lineno)
        if self._place is None:
            self._notify(place)
            self._place = place
        if self._again:
            self._again, self._left = False, 1
            sys.setprofile(self._resume)
        raise self._error("struck at %s" % os.path.basename(place))

    def _resume(self, frame, _event, _argument):
        """Traces again, in the calls under way, too."""
        sys.setprofile(None)
        while frame is not None:
            if self._inside(frame):
                frame.f_trace = self._line
            frame = frame.f_back
        sys.settrace(self._frame)
