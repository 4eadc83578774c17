# coding: utf-8
"""Answers requests, one line each, until its input ends. Every request gets one reply with its id; a failure is a reply
too, and the driver goes on."""
import gc
import json
import os

from . import adapter, trace
from .actors.actor import Actor, Unmade
from .actors.interrupts import ways
from .cell import Cell
from .failure import NotOffered, describe
from .meter import now
from .mode import NAMES, Mode, Runtime
from .native import OLD, native

REQUESTS = ("load", "open", "run", "clock", "close", "enter", "act", "leave")


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
        hello = {"type": "hello", "protocol": 2, "level": 3, "language": "python", "runtime": self._runtime.description(),
                 "pid": os.getpid(), "modes": list(NAMES), "interrupts": ways(), "encodings": not OLD}
        self._say(dict(hello, **self._runtime.jit()))
        for line in iter(self._input.readline, b""):
            self._answer(line)
        for cell in self._cells.values():
            self._leave(cell)
        for actor in self._actors.values():
            actor.leave()

    def _answer(self, line):
        message = {}
        try:
            message = native(json.loads(line.decode("utf-8")))
            if not isinstance(message, dict) or message.get("type") not in REQUESTS:
                raise ValueError("unknown request: %r" % (message.get("type") if isinstance(message, dict) else message))
            reply = getattr(self, "_on_" + message["type"])(message)
        except KeyboardInterrupt:
            raise
        except NotOffered as lack:
            reply = {"type": "not_offered", "reason": str(lack)}
        except BaseException as error:
            reply = dict(describe(error), type="failed")
        message = message if isinstance(message, dict) else {}
        self._say(dict(reply, id=message.get("id"), **dict((name, message[name]) for name in ("cell", "actor")
                                                           if name in message and reply["type"] != "failed")))

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
                "folders": loaded.roots(), "libraries": libraries}

    def _on_open(self, message):
        kept = self._kept.setdefault(message["client"], {}) if message.get("kept") is True else None
        cell = self._cells[message["cell"]] = Cell(self._settled(message), message, kept)
        return dict({"pool": True} if cell.pooled else {}, type="opened", ns=cell.ns)

    def _on_run(self, message):
        fields = trace.over(message.get("trace"), lambda: self._cell(message).run(message))
        if message.get("collect") is False:
            gc.collect()
            gc.disable()
        return dict(fields, type="ran")

    def _on_clock(self, message):
        return {"type": "clock", "ns": now()}

    def _on_close(self, message):
        self._cell(message).close()
        del self._cells[message["cell"]]
        return {"type": "closed"}

    def _on_enter(self, message):
        name = message["actor"]
        self._settled(message)  # a mistake in the request is no finding
        actor = self._actors.pop(name, None)
        if actor is None or actor.ended:
            actor = Actor(self._settled)
        try:
            self._actors[name] = actor.enter(message)
        except Unmade as ending:
            return {"type": "not_entered", "end": str(ending)}
        return {"type": "entered", "pid": actor.pid}

    def _on_act(self, message):
        events, ending = self._actor(message).act(message)
        return {"type": "acted", "events": events, "end": ending}

    def _on_leave(self, message):
        ending = self._actor(message).leave()
        del self._actors[message["actor"]]
        return {"type": "left", "end": ending}

    def _actor(self, message):
        if message.get("actor") not in self._actors:
            raise ValueError("no actor has entered as %r" % message.get("actor"))
        return self._actors[message["actor"]]

    def _settled(self, message):
        """The adapter for a cell or an actor. NotOffered for a mode that the client, or this process, lacks."""
        if message["client"] not in self._loaded:
            raise ValueError("%s is not loaded" % message["client"])
        mode = Mode.of(message)
        settled = self._loaded[message["client"]].settle(message.get("options") or {}, mode, message.get("access") or {})
        self._runtime.check(mode)
        return settled

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
