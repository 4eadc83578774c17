# coding: utf-8
"""A forked process with its own client, as its parent sees it. It may hang or die: that is a finding, so its parent waits with
a deadline."""
import json
import os
import select
import signal

from ..failure import NotOffered, describe
from ..meter import now
from ..native import native
from .acting import Acting, limit_memory

MS = 10 ** 6  # in ns
ENTER_NS = 10 ** 4 * MS


class Unmade(Exception):
    """An actor has no client; the message says how it ended ("hung", "raised ConnectionRefusedError: ...")."""


class Actor(object):
    """settled: called with an `enter` request, returns the adapter for it."""

    def __init__(self, settled):
        theirs, self._to = os.pipe()
        self._from, ours = os.pipe()
        self._status = None
        self._buffer = b""
        self.pid = os.fork()
        if self.pid == 0:
            live(settled, theirs, ours, (self._to, self._from))
        os.close(theirs)
        os.close(ours)

    def enter(self, message):
        """Makes a new client in its process; returns itself. Its process ends with an error: NotOffered where the client lacks what
        the message asks for, Unmade where no client came of it."""
        self._say(message)
        answer = self._hear(now() + ENTER_NS)
        if not (answer and "entered" in answer):
            self._refuse(answer or {})
        return self

    def act(self, message):
        """([event], how it ended); message: an `act` request. The end is "done", "failed: ERROR" for an error outside of its calls,
        or what ended its process. It is "hung" if a deadline of the request came; it is killed then."""
        self._say(message)
        until, silence = now() + message["deadline_ms"] * MS, message.get("silence_ms", message["deadline_ms"]) * MS
        events = []
        while True:
            heard = self._hear(min(until, now() + silence))
            if heard is None:
                return events, self._status or self._hung()
            if "end" in heard:
                return events, heard["end"]
            if "failed" in heard:
                return events, "failed: %s" % heard["failed"]
            events.append(heard)

    @property
    def ended(self):
        """True: its process is known to have ended."""
        return self._status is not None

    def leave(self):
        """How its process ended, in words."""
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)
        for pipe in (self._to, self._from):
            os.close(pipe)
        return self._ended()

    def _refuse(self, answer):
        ending = "raised %s" % answer["failed"] if "failed" in answer else self._status or self._hung()
        self.leave()
        if "lacks" in answer:
            raise NotOffered(*answer["lacks"])
        raise Unmade(ending)

    def _say(self, message):
        try:
            os.write(self._to, json.dumps(message).encode("ascii") + b"\n")
        except OSError:  # its end is heard
            pass

    def _hear(self, until):
        """The next message; None at the deadline, or when the process has ended."""
        while b"\n" not in self._buffer:
            left = (until - now()) / 1e9
            if left <= 0 or not select.select([self._from], [], [], left)[0]:
                return None
            data = os.read(self._from, 65536)
            if not data:
                self._ended()
                return None
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return native(json.loads(line.decode("ascii")))

    def _hung(self):
        os.kill(self.pid, signal.SIGKILL)
        self._ended()
        return "hung"

    def _ended(self):
        if self._status is None:
            status = os.waitpid(self.pid, 0)[1]
            self._status = ("killed by signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status)
                            else "exited with status %d" % os.WEXITSTATUS(status))
        return self._status


def live(settled, source, target, others):
    """The life of its process; never returns."""
    code = 0
    try:
        for pipe in others:
            os.close(pipe)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        listen(settled, os.fdopen(source, "rb"), lambda event: os.write(target, json.dumps(event).encode("ascii") + b"\n"))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1 if end.code else 0
    finally:
        os._exit(code)


def listen(settled, source, say):
    """Until its parent is gone. Each line is an `enter` or an `act` request."""
    acting = None
    try:
        for line in iter(source.readline, b""):
            message = native(json.loads(line.decode("utf-8")))
            if message["type"] == "enter":
                if acting:
                    acting.disconnect()
                acting = entered(settled, message, say)
            else:
                acting.read(message)
                acting.run_steps(message["steps"])
                say({"end": "done"})
    except NotOffered as lack:
        say({"lacks": list(lack.args)})
    except Exception as error:
        failed = describe(error)
        say({"failed": "%s: %s" % (failed["class"], failed["message"])})


def entered(settled, message, say):
    """An Acting with a new client."""
    acting = Acting(settled(message), message, say)
    acting.check_steps(message.get("steps") or [])
    if "memory_mb" in message:
        limit_memory(message["memory_mb"])
    say({"entered": True})
    return acting
