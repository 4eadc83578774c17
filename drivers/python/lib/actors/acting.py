# coding: utf-8
"""The work of an actor in its own process: it connects a client and makes the requested calls, one step after the other. It
reports at once what each returned or raised. So a process that dies has reported everything before."""
import gc
import os
import resource
import threading
import time

from . import interrupts, lanes
from .. import reported, values
from ..compiler import Compiler
from ..failure import NotOffered
from ..meter import now


def look():
    """descriptors and threads: counts; memory_bytes: resident; None where the system does not tell."""
    gc.collect()
    return {"pairs": [["descriptors", descriptors()], ["threads", threading.active_count()], ["memory_bytes", memory()]]}


def descriptors():
    """int or None"""
    try:
        return len(os.listdir("/proc/self/fd")) - 1  # without the one that lists
    except OSError:
        return None


def memory():
    """int or None"""
    try:
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (IOError, OSError):
        return None


def limit_memory(megabytes):
    """From now on, this process may take at most so many megabytes more. NotOffered where the system has no such limit."""
    try:
        with open("/proc/self/status") as status:
            held = [int(line.split()[1]) for line in status if line.startswith("VmData:")]
        most = held[0] * 1024 + megabytes * 1048576
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    except (IOError, OSError, IndexError, ValueError):
        raise NotOffered("a limit of its memory", "driver")


WITHOUT_REPLY = ("quiet", "flush")
SPARE = 524288  # bytes that are kept to report a call which used up a limited memory
INJECTED = (interrupts.Interrupted, interrupts.Halted)


class Acting(object):
    """notify: called with each event (dict)."""

    def __init__(self, adapter, message, notify):
        """message: the `enter` request."""
        self._adapter = adapter
        self._notify = notify
        self._spare = bytearray(SPARE if "memory_mb" in message else 0)
        self.read(message)
        self._client = adapter.connect(message["servers"], message.get("options") or {})
        self._lock = threading.Lock()
        self._programs = {}
        self._wrote = {}

    def read(self, message):
        """Takes the values that a request brings in place of those that it has."""
        if "values" in message:
            self._values = values.read(message["values"])

    def disconnect(self):
        """Lets its client go, in whatever state that is."""
        try:
            self._adapter.disconnect(self._client)
        except Exception:
            pass

    def check_steps(self, steps):
        """NotOffered for a step whose call the client, or whose way of being interrupted this driver, lacks."""
        for step in steps:
            if "together" in step:
                lanes.named(step["together"]["by"])
                for lane in step["together"]["lanes"]:
                    self.check_steps(lane)
            elif "op" in step:
                self._making(step, {})
                if "interrupt" in step:
                    self._strike(step, {})

    def run_steps(self, steps):
        """Makes the steps, in order."""
        for at, step in enumerate(steps):
            self._make(step, {"step": at})

    def _make(self, step, place):
        if "wait_ms" in step:
            time.sleep(step["wait_ms"] / 1000.0)
        elif "together" in step:
            self._together(step["together"], place)
        elif "look" in step:
            self._event(place, "ok", value=look())
        else:
            self._call(step, place)

    def _together(self, step, place):
        for at, lane in enumerate(step["lanes"]):  # what the lanes would share is made before they run
            for one in lane:
                self._making(one, {"lane": at})
                self._written(one)

        def run(lane):
            for at, one in enumerate(step["lanes"][lane]):
                self._make(one, dict(place, lane=lane, sub=at))
        lanes.named(step["by"])(len(step["lanes"]), run)

    def _call(self, step, place):
        """An exception of a call ends the quiet block around it, as in an application."""
        making, strike = self._making(step, place), self._strike(step, place)
        self._event(place, "invoke", **self._written(step))
        try:
            reply = strike.over(making) if strike else self._once(step, making)
            self._event(place, "ok", value=reported.value(self._reply(step, reply, place)), **(strike.report() if strike else {}))
        except BaseException as error:  # whatever ends a call is what this is about
            if isinstance(error, SystemExit):
                raise
            del self._spare[:]
            self._event(place, "raised", error=reported.error(error, isinstance(error, INJECTED)), **(strike.report() if strike else {}))
            if "quiet" in step:
                raise

    def _once(self, step, making):
        if self._adapter.mode.name != "asyncio" or step.get("op", "quiet") in WITHOUT_REPLY:
            return making()
        from ..modes.tasks import LOOP
        return LOOP.run_until_complete(making())

    def _making(self, step, place):
        """A function that makes the step and returns its reply; a coroutine function for a call that is awaited."""
        if "close" in step:
            return lambda: self._adapter.disconnect(self._client)
        if step.get("op") == "quiet":
            return self._quiet(step, place)
        if step.get("op") == "flush":
            return self._flush(step["delay"])
        return self._compiler(step, place.get("lane")).program("once") if "op" in step else None

    def _quiet(self, step, place):
        """NotOffered for a client that has no quiet block, and no quiet calls."""
        source = self._adapter.quiet()
        if source is None:
            raise NotOffered("quiet")
        calls = [dict(one, quiet=True) if "op" in one else one for one in step["calls"]]
        self.check_steps(calls)

        def run():
            for at, one in enumerate(calls):
                self._make(one, dict(place, inside=at))

        def block():
            if not source:
                return run()
            with eval(source, self._adapter.bind(self._client)):
                run()
        return block

    def _flush(self, delay):
        source = self._adapter.flush(repr(delay))
        if source is None:
            raise NotOffered("flush")
        return lambda: eval(source, self._adapter.bind(self._client))

    def _strike(self, step, place):
        """The interrupt that ends the call at that place from outside, or None. NotOffered for a way that this runtime
        lacks."""
        message = step.get("interrupt")
        if message is None:
            return None
        if message["by"] == "line":
            return interrupts.LineStrike(self._adapter.roots(), message, lambda line: self._event(place, "struck", struck=line))
        return interrupts.Interrupt(message, self._adapter.mode.name)

    def _written(self, step):
        """The value for a writing call: replies are compared with it, type and all."""
        if "value" not in step:
            return {}
        if step["value"] not in self._wrote:
            self._wrote[step["value"]] = reported.value(self._values[step["value"]])
        return {"wrote": self._wrote[step["value"]]}

    def _reply(self, step, reply, place):
        """A call that says whether it was done says so in its client's words: the adapter knows what they mean. Quiet calls have no
        reply."""
        if "quiet" in step or step.get("op", "quiet") in WITHOUT_REPLY:
            return None
        compiler = self._compiler(step, place.get("lane"))
        return compiler.neutral(compiler.calls[0], reply)

    def _compiler(self, step, lane):
        key = lane, repr(sorted(step.items()))
        if key not in self._programs:
            self._programs[key] = Compiler(self._adapter, self._client, [step], self._values)
        return self._programs[key]

    def _event(self, place, kind, **more):
        event = dict(place, type=kind, at_ns=now(), **more)
        with self._lock:
            self._notify(event)
