# coding: utf-8
"""The differences between Python 2 and 3 that more than one place needs."""
import sys

OLD = sys.version_info[0] == 2


def native(value):
    """A parsed JSON value whose strings are `str`: bytes in Python 2, text in 3."""
    if not OLD:
        return value
    if isinstance(value, dict):
        return dict((native(name), native(item)) for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return type(value)(native(item) for item in value)
    return value.encode("utf-8") if isinstance(value, type(u"")) else value


def encoded(text):
    """bytes: a `str` as it is sent."""
    return text if isinstance(text, bytes) else text.encode("utf-8")


def decoded(data):
    """`str`: bytes as text."""
    return data if OLD else data.decode("utf-8")
