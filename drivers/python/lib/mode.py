# coding: utf-8
"""How calls are made, and whether this Python can make them so. gevent changes it for good, before a client is loaded."""
import os
import platform
import re
import sys

from .adapter import main_file
from .failure import NotOffered

NAMES = ("threads", "gevent", "asyncio")


class Mode(object):
    """name: one of NAMES, or "sync"; shared: the workers use one client; text: as a user writes it."""

    def __init__(self, name, workers=1, shared=False):
        self.name = name
        self.workers = workers
        self.shared = shared
        self.text = "sync" if name == "sync" else "%s-%d%s" % (name, workers, ",shared" if shared else "")

    @classmethod
    def of(cls, message):
        """That of an `open` or an `enter` request, whose one worker may have a mode, too: "gevent-1"."""
        name = (message.get("mode") or "sync").split("-")[0]
        return cls(name, len(message.get("workers", [None])), message.get("shared") is True)


class Runtime(object):
    """Of this process."""

    def __init__(self):
        self._gevent = None
        self._lack = None

    @staticmethod
    def description():
        """str: "Python 3.11.2 [x86_64-linux]"; another implementation than CPython has its own name."""
        name = platform.python_implementation().replace("CPython", "Python")
        system = re.sub(r"\d+\Z", "", sys.platform)
        return "%s %s [%s-%s]" % (name, sys.version.split()[0], os.uname()[4], system)

    @staticmethod
    def jit():
        """dict: the compiler that is on, as "jit"; empty without one. Other implementations than CPython always have one."""
        own = getattr(sys, "_jit", None)
        if own and own.is_enabled():
            return {"jit": {"name": "jit", "version": platform.python_version()}}
        if platform.python_implementation() == "CPython":
            return {}
        return {"jit": {"name": platform.python_implementation().lower(), "version": platform.python_version()}}

    def prepare(self, mode):
        """Makes the standard library cooperative for gevent; mode: that of the cells to come, as a user writes it."""
        if not (mode or "").startswith("gevent") or self._gevent:
            return
        try:
            import gevent
            import gevent.monkey
        except ImportError as error:
            self._lack = str(error)
            return
        gevent.monkey.patch_all()
        self._gevent = gevent

    def check(self, mode):
        """Raises NotOffered for a Mode that this process cannot work in."""
        if mode.name not in NAMES + ("sync",):
            raise NotOffered("mode %s" % mode.text, "driver")
        if mode.name == "gevent" and not self._gevent:
            why = "this Python has no gevent (%s)" % self._lack if self._lack else "the client was loaded for another mode"
            raise NotOffered("mode %s, as %s" % (mode.text, why), "driver")
        if mode.name != "gevent" and self._gevent:
            raise NotOffered("mode %s, as the client was loaded for gevent" % mode.text, "driver")
        if mode.name == "asyncio" and sys.version_info < (3, 7):
            version = sys.version.split()[0]
            raise NotOffered("mode %s, as Python %s has no asyncio that is new enough" % (mode.text, version), "driver")

    def libraries(self):
        """[(name, version, main file)] of gevent, where it is active."""
        return [("gevent", self._gevent.__version__, main_file(self._gevent))] if self._gevent else []
