# coding: utf-8
"""Values that describe themselves: KEY|VERSION|TAIL."""
from .native import decoded, encoded


def value(key, version, tail):
    """bytes."""
    return encoded("%s|%d|%s" % (key, version, tail))


def version(actual, key, tail):
    """int: the version of a value of this key; None for anything else."""
    if not isinstance(actual, bytes):
        return None
    parts = actual.split(b"|", 2)
    right = len(parts) == 3 and parts[0] == encoded(key) and parts[2] == encoded(tail)
    return int(decoded(parts[1])) if right and parts[1].isdigit() else None
