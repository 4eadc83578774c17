# coding: utf-8
"""How calls are made, and whether this Python can make them so. gevent changes it for good, before a client is loaded."""
import os
import platform
import re
import sys

from .adapter import main_file
from .failure import NotOffered

FORM = re.compile(r"(threads|processes|gevent|asyncio)-([0-9]+)(,shared)?\Z")
# More would measure the machine's scheduler.
MOST = 256


class Mode(object):
    """name: one of FORM's or "sync"; shared: the workers use one client."""

    def __init__(self, text):
        """text: as the protocol writes it, or None for "sync". Raises NotOffered."""
        self.text = text or "sync"
        found = FORM.match(self.text)
        if self.text != "sync" and not (found and 1 <= int(found.group(2)) <= MOST):
            raise NotOffered("mode %s" % self.text, "driver")
        self.name = found.group(1) if found else "sync"
        self.workers = int(found.group(2)) if found else 1
        self.shared = bool(found and found.group(3))
        if self.name == "processes" and self.shared:
            raise NotOffered("mode %s, as processes cannot share a client" % self.text, "driver")


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
        """Makes the standard library cooperative for gevent; mode: text of the cells to come."""
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
