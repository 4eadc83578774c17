# coding: utf-8
"""The value or the exception of a call, as plain data that JSON can carry without loss."""
import base64
import math
import sys
import zlib

from .failure import clean, class_name, message, places
from .native import OLD

MOST_TEXT = 300
MOST_BYTES = 131072  # longer ones are reported by size and checksum
TEXT = type(u"")
BYTES, TEXTS = "ASCII-8BIT", "UTF-8"
NUMBERS = (int, long) if OLD else (int,)  # noqa: F821


def value(thing):
    """By the type of the value. Bytes and text: {"bytes": base64, "encoding": name}, or {"size": bytes, "crc32": int, "encoding":
    name}. None, True, False and numbers: unchanged. Dict: {"pairs": [[key, value], ...]}. List and tuple: {"list": [...]}. Others:
    the class and the text."""
    if thing is None or isinstance(thing, (bool,) + NUMBERS):
        return thing
    if isinstance(thing, float) and not (math.isnan(thing) or math.isinf(thing)):
        return thing
    if isinstance(thing, (bytes, bytearray, memoryview)):
        return string(bytes(thing), TEXTS if OLD and valid(bytes(thing)) else BYTES)
    if isinstance(thing, TEXT) and not OLD:  # what an application writes there are bytes
        return string(thing.encode("utf-8", "replace"), TEXTS)
    if isinstance(thing, dict):
        return {"pairs": [[value(key), value(one)] for key, one in thing.items()]}
    if isinstance(thing, (list, tuple)):
        return {"list": [value(one) for one in thing]}
    return {"class": class_name(type(thing)), "text": clean(repr(thing), MOST_TEXT)}


def string(data, encoding):
    """dict of bytes"""
    if len(data) <= MOST_BYTES:
        return {"bytes": base64.b64encode(data).decode("ascii"), "encoding": encoding}
    return {"size": len(data), "crc32": zlib.crc32(data) & 0xffffffff, "encoding": encoding}


def valid(data):
    """Whether bytes are UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def error(raised, injected):
    """injected: the very exception that the step's interrupt raised."""
    return {"class": class_name(type(raised)), "message": clean(message(raised), MOST_TEXT), "injected": injected,
            "at": places(sys.exc_info()[2])}
