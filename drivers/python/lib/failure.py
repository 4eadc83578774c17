# coding: utf-8
"""An exception for the other side of a pipe."""
import sys


class NotOffered(Exception):
    """A client, or this driver, lacks what a scenario asks for; the message names it."""

    def __init__(self, what, by="client"):
        Exception.__init__(self, what, by)

    def __str__(self):
        return "not offered by this %s: %s" % (self.args[1], self.args[0])


class Failed(Exception):
    """An exception that was raised in a worker; `failure` is what `describe` made of it."""

    def __init__(self, failure):
        Exception.__init__(self, failure)
        self.failure = failure


def class_name(kind):
    """str: a class by its module and name, a builtin one by its name."""
    module = kind.__module__
    return kind.__name__ if module in ("builtins", "exceptions") else "%s.%s" % (module, kind.__name__)


def describe(error, trace=None):
    """The `failed` reply's fields; trace: the traceback, by default that of the exception under way."""
    if isinstance(error, Failed):
        return error.failure
    return {"class": class_name(type(error)), "message": clean(message(error)), "backtrace": places(trace or sys.exc_info()[2])}


def places(trace):
    """The three innermost places of a traceback, innermost first: list of str. Reads no sources, as the traceback module does,
    because the memory may be used up."""
    found = []
    while trace:
        code = trace.tb_frame.f_code
        found.append(clean("%s:%d:in %s" % (code.co_filename, trace.tb_lineno, code.co_name)))
        trace = trace.tb_next
    return found[::-1][:3]


def message(error):
    """str: what the exception says, its repr where it says nothing or cannot say it."""
    try:
        return str(error) or repr(error)
    except Exception:
        return repr(error)


def clean(text, most=500):
    """A text that is valid UTF-8 and not too long."""
    text = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    text = text.decode("utf-8", "replace")[:most]
    return text if str is not bytes else text.encode("utf-8")
