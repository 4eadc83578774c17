# coding: utf-8
"""An exception at the n-th line event inside the library while a call is made: what an interrupt from outside does that
arrives just there. With `twice` another follows at the next line that is seen, which is where it cleans up: tracing ends with
the first, and begins anew with the next call or return."""
import os
import sys

from .interrupts import Interrupted


class Halted(BaseException):
    """What no `except Exception` catches, as a shutdown raises it."""


ERRORS = {"StandardError": Interrupted, "Exception": Halted}


class LineStrike(object):
    """folders: the library's own, or single files; message: {"number", "error", "twice"}; tell: called with the first place that
    is struck ("file:line"), before anything comes of it: what comes may end the process."""

    def __init__(self, folders, message, tell):
        self._tell = tell
        self._folders = tuple(folder + os.sep if os.path.isdir(folder) else folder for folder in folders)
        self._left = message["number"]
        self._error = ERRORS[message.get("error") or "StandardError"]
        self._again = bool(message.get("twice"))
        self._place = None
        self._swallowed = False

    def over(self, call):
        """Makes the call with it."""
        sys.settrace(self._frame)
        try:
            reply = call()
            self._swallowed = self._place is not None
            return reply
        finally:
            sys.setprofile(None)
            sys.settrace(None)

    def told(self):
        """Of a call that returned: {"swallowed": True} where it was struck all the same."""
        return {"swallowed": True} if self._swallowed else {}

    def _frame(self, frame, _event, _argument):
        return self._line if self._inside(frame) else None

    def _inside(self, frame):
        return frame.f_code.co_filename.startswith(self._folders)

    def _line(self, frame, event, _argument):
        if event == "line" and self._left > 0:
            self._left -= 1
            if self._left == 0:
                self._strike(frame)
        return self._line

    def _strike(self, frame):
        place = "%s:%d" % (frame.f_code.co_filename, frame.f_lineno)
        if self._place is None:
            self._tell(place)
            self._place = place
        if self._again:
            self._again, self._left = False, 1
            sys.setprofile(self._resume)
        raise self._error("struck at %s" % os.path.basename(place))

    def _resume(self, frame, _event, _argument):
        """Traces again, in the calls under way, too."""
        sys.setprofile(None)
        while frame is not None:
            if self._inside(frame):
                frame.f_trace = self._line
            frame = frame.f_back
        sys.settrace(self._frame)
