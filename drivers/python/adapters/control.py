# coding: utf-8
"""The reference with one mutant of mutants/: what a check must catch, or it cannot be trusted. With none it is right."""
from __future__ import absolute_import

import importlib
import os
import re

from cachemark_adapters.socket import Socket


class Control(Socket):
    name = "control"

    def connect(self, servers, options):
        """The mutant is loaded late, in the process of one actor, so that others that come from the same driver have other ones."""
        if "mutant" in options:
            self._mutate(options["mutant"])
        return super(Control, self).connect(servers, options)

    @staticmethod
    def _mutate(mutant):
        """A mutant changes the reference's own classes, in this process."""
        folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = os.path.join(folder, "mutants", mutant + ".py")
        if not re.match(r"[a-z0-9-]+\Z", mutant) or not os.path.exists(path):
            raise ValueError("no mutant is called %r" % mutant)
        importlib.import_module("cachemark_mutants." + mutant)


ADAPTER = Control
