# coding: utf-8
"""The reference with one mutant of mutants/: what a check must catch, or it cannot be trusted. With none it is right."""
from __future__ import absolute_import

import importlib
import os
import re

from cachemark_adapters.socket import Socket


class Control(Socket):
    name = "control"

    def load(self):
        self._mutant()

    def connect(self, servers, options):
        """A mutant changes the reference's own classes, here in the process of an actor, so that actors of one driver can have
        different ones."""
        mutant = self._mutant()
        if mutant:
            importlib.import_module(mutant)
        return super(Control, self).connect(servers, options)

    def _mutant(self):
        """The name of its module; None without one."""
        name = self.options.get("mutant")
        if name is None:
            return None
        folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = os.path.join(folder, "mutants", name + ".py")
        if not re.match(r"[a-z0-9-]+\Z", name) or not os.path.exists(path):
            raise ValueError("no mutant is called %r" % name)
        return "cachemark_mutants." + name


ADAPTER = Control
