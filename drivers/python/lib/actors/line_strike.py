# coding: utf-8
"""An exception at the n-th line event inside the library while a call is made: what an interrupt from outside does that
arrives just there."""
import os
import sys

from ..failure import NotOffered
from .interrupts import Interrupted


class Halted(BaseException):
    """What no `except Exception` catches, as a shutdown raises it."""


ERRORS = {"StandardError": Interrupted, "Exception": Halted}


class LineStrike(object):
    """folders: the library's own, or single files; message: {"number", "error"}."""

    def __init__(self, folders, message):
        if message.get("twice"):
            raise NotOffered("two interrupts by line, as tracing ends with the first", "driver")
        self._folders = tuple(folder + os.sep if os.path.isdir(folder) else folder for folder in folders)
        self._left = message["number"]
        self._error = ERRORS[message.get("error") or "StandardError"]
        self._place = None

    def over(self, call):
        """Makes the call with it."""
        sys.settrace(self._frame)
        try:
            return call()
        finally:
            sys.settrace(None)

    def told(self):
        """{"struck": "file:line", None where the call was over before}"""
        return {"struck": self._place}

    def _frame(self, frame, _event, _argument):
        return self._line if frame.f_code.co_filename.startswith(self._folders) else None

    def _line(self, frame, event, _argument):
        if event == "line" and self._place is None:
            self._left -= 1
            if self._left == 0:
                self._place = "%s:%d" % (frame.f_code.co_filename, frame.f_lineno)
                raise self._error("struck at %s:%d" % (os.path.basename(frame.f_code.co_filename), frame.f_lineno))
        return self._line
