# coding: utf-8
"""No client: makes no call at all, so its rows are the harness overhead. There is nothing to prove about it."""
from cachemark_driver.adapter import Adapter
from cachemark_driver.step import OPERATIONS


class Null(Adapter):
    name = "null"
    awaits = True

    def connect(self, servers, options):
        return object()

    def local_cache(self, lines):
        """Source: the lines as they are."""
        return lines

    def quiet(self):
        return ""


def nothing(_adapter, *_arguments):
    """Source of no call."""
    return "None"


for operation in OPERATIONS:
    setattr(Null, operation, nothing)

ADAPTER = Null
