# coding: utf-8
"""How calls are made: one after the other (`sync`), or by workers at the same time."""
import re

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
