# coding: utf-8
"""What this Python is, and whether it can work in a mode. gevent changes it for good, before a client is loaded."""
import os
import re
import sys

from .adapter import main_file
from .failure import NotOffered


class Runtime(object):
    """Of this process."""

    def __init__(self):
        self._gevent = None
        self._lack = None

    @staticmethod
    def told():
        """str: "Python 3.11.2 [x86_64-linux]"."""
        system = re.sub(r"\d+\Z", "", sys.platform)
        return "Python %s [%s-%s]" % (sys.version.split()[0], os.uname()[4], system)

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
