# coding: utf-8
"""The values of a cell. The core made them: they are bytes in a file, with an index."""
import io
import json

from .failure import NotOffered
from .native import native


def read(spec):
    """list: spec has a file, and an index of [offset, length, kind]."""
    with io.open(spec["file"], "rb") as content:
        data = content.read()
    return [value(data[offset:offset + length], kind) for offset, length, kind in spec["index"]]


def value(data, kind):
    """bytes, str, or the value of a JSON text. NotOffered for what this language has not."""
    if kind == "bytes":
        return data
    if kind == "symbol":
        raise NotOffered("symbols", "driver")
    try:
        text = data.decode(kind.partition(":")[2] or "utf-8")
    except UnicodeDecodeError:
        raise NotOffered("a text that is not text", "driver")
    return native(json.loads(text, object_pairs_hook=distinct) if kind == "json" else text)


def distinct(pairs):
    """dict. Each key is a separate object, where the parser has one for equal keys: pickle writes such an object once."""
    return dict(((key + " ")[:-1], one) for key, one in pairs)
