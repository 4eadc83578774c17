# coding: utf-8
"""Answers requests, one line each, until its input ends. Every request gets one reply with its id; a failure is a reply
too, and the driver goes on."""
import gc
import json
import os

from . import adapter, first_replies, trace
from .actors.actor import Actor, Unmade
from .adapter import digest
from .cell import Cell
from .failure import NotOffered, describe
from .mode import Mode
from .mode import Runtime
from .native import native

REQUESTS = ("load", "open", "connect", "prepare", "verify", "block", "traffic", "stampede", "close", "enter", "act", "leave")


class Conversation(object):
    """input, output: binary files."""

    def __init__(self, input, output):
        self._input = input
        self._output = output
        self._runtime = Runtime()
        self._loaded = {}
        self._cells = {}
        self._actors = {}
        self._kept = {}  # clients of published programs, which outlive their cells

    def run(self):
        """Speaks until end of input."""
        hello = {"type": "hello", "protocol": 1, "language": "python", "runtime": self._runtime.description(), "pid": os.getpid()}
        self._say(dict(hello, **self._runtime.jit()))
        for line in iter(self._input.readline, b""):
            self._answer(line)
        for cell in self._cells.values():
            self._leave(cell)
        for actor in self._actors.values():
            actor.leave()

    def _answer(self, line):
        message = None
        try:
            message = native(json.loads(line.decode("utf-8")))
            if not isinstance(message, dict) or message.get("type") not in REQUESTS:
                raise ValueError("unknown request: %r" % (message.get("type") if isinstance(message, dict) else message))
            reply = getattr(self, "_on_" + message["type"])(message)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            reply = dict(describe(error), type="failed")
        self._say(dict(reply, id=message.get("id") if isinstance(message, dict) else None))

    def _on_load(self, message):
        if message.get("shims"):
            raise ValueError("no shim is called %r" % message["shims"][0])
        loaded = adapter.named(message["adapter"])(message.get("options") or {})
        self._runtime.prepare(message.get("mode"))
        loaded.load()
        self._loaded[message["client"]] = loaded
        gc.collect()  # what loading left behind is not the client's cost
        libraries = [dict(zip(("name", "version", "file"), library)) for library in loaded.libraries() + self._runtime.libraries()]
        return {"type": "loaded", "client": message["client"], "version": loaded.version(), "file": loaded.file(),
                "digest": digest(loaded.roots()), "libraries": libraries}

    def _on_open(self, message):
        name = message["cell"]
        try:
            mode = Mode(message.get("mode"))
            settled = self._settled(message, mode)
            self._runtime.check(mode)
            kept = self._kept.setdefault(message["client"], {}) if message.get("shared") is True else None
            cell = Cell(settled, message, mode, kept)
        except NotOffered as lack:
            return {"type": "not_offered", "cell": name, "reason": str(lack)}
        self._cells[name] = cell
        return dict({"pool": True} if cell.pooled() else {}, type="opened", cell=name, calls=cell.calls())

    def _on_prepare(self, message):
        self._cell(message).prepare(message.get("flushed") is True)
        if message.get("collect") is False:
            gc.collect()
            gc.disable()
        return {"type": "prepared", "cell": message["cell"]}

    def _on_verify(self, message):
        fields = self._cell(message).verify(message["iterations"], message.get("state") or [], message.get("flushed") is True)
        return dict(fields, type="verified", cell=message["cell"])

    def _on_block(self, message):
        fields = trace.over(message.get("trace"), lambda: self._cell(message).block(message))
        return dict(fields, type="block", cell=message["cell"])

    def _on_traffic(self, message):
        return dict(self._cell(message).traffic(message), type="traffic", cell=message["cell"])

    def _on_stampede(self, message):
        try:
            fields = self._cell(message).stampede(message)
        except NotOffered as lack:
            return {"type": "not_offered", "cell": message["cell"], "reason": str(lack)}
        return dict(fields, type="stampede", cell=message["cell"])

    def _on_close(self, message):
        self._cell(message).close()
        del self._cells[message["cell"]]
        return {"type": "closed", "cell": message["cell"]}

    def _on_connect(self, message):
        try:
            settled = self._settled(message, Mode(message.get("mode")))
            return {"type": "connected", "ns": first_replies.measured(settled, message)}
        except NotOffered as lack:
            return {"type": "not_offered", "reason": str(lack)}

    def _on_enter(self, message):
        name = message["actor"]
        try:
            mode = Mode(message.get("mode"))
            self._settled(message, mode)  # a mistake in the request is no finding
            self._runtime.check(mode)
            actor = self._actors.pop(name, None)
            if actor is None or actor.ended:
                actor = Actor(self._settled, message)
            self._actors[name] = actor.enter(message)
        except NotOffered as lack:
            return {"type": "not_offered", "actor": name, "reason": str(lack)}
        except Unmade as ending:
            return {"type": "not_entered", "actor": name, "end": str(ending)}
        return {"type": "entered", "actor": name, "pid": self._actors[name].pid}

    def _on_act(self, message):
        deadline_ms = message["deadline_ms"]
        events, ending = self._actor(message).act(message["steps"], deadline_ms / 1000.0, message.get("silence_ms", deadline_ms) / 1000.0)
        return {"type": "acted", "actor": message["actor"], "events": events, "end": ending}

    def _on_leave(self, message):
        ending = self._actor(message).leave()
        del self._actors[message["actor"]]
        return {"type": "left", "actor": message["actor"], "end": ending}

    def _actor(self, message):
        if message.get("actor") not in self._actors:
            raise ValueError("no actor has entered as %r" % message.get("actor"))
        return self._actors[message["actor"]]

    def _settled(self, message, mode):
        if message["client"] not in self._loaded:
            raise ValueError("%s is not loaded" % message["client"])
        published = message.get("published") is True
        return self._loaded[message["client"]].settle(message.get("options") or {}, published, mode, message.get("access") or {})

    def _cell(self, message):
        if message.get("cell") not in self._cells:
            raise ValueError("no cell is open as %r" % message.get("cell"))
        return self._cells[message["cell"]]

    def _leave(self, cell):
        try:
            cell.close()
        except Exception:
            pass

    def _say(self, message):
        self._output.write(json.dumps(message).encode("ascii") + b"\n")
        self._output.flush()
