# coding: utf-8
"""The reference with one flaw of flaws/: what a check must catch, or it cannot be trusted. With none it is right."""
from __future__ import absolute_import

import importlib
import os
import re

from cachemark_adapters.socket import Socket


class Control(Socket):
    name = "control"

    def load(self):
        """A flaw changes the reference's own classes, in this process."""
        flaw = self.options.get("flaw")
        if flaw is None:
            return
        folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = os.path.join(folder, "flaws", flaw + ".py")
        if not re.match(r"[a-z0-9-]+\Z", flaw) or not os.path.exists(path):
            raise ValueError("no flaw is called %r" % flaw)
        importlib.import_module("cachemark_flaws." + flaw)


ADAPTER = Control
