# coding: utf-8
"""Raises an exception at each line of the library in turn, while it makes a call on k1. After some of them, a later call returns
another key's value.

Usage: python3 sweep.py python-memcached HOST:PORT [CALL], with the package, and a memcached there. CALL is get, multi, set, incr or
delete. Ends with 1 if a wrong value was returned."""
import os
import sys

import memcache

LIBRARY = memcache.__file__
MEMCACHED = sys.argv[2]
KEYS = ["k2", "k3", "k4", "k5", "k1"]
CALLS = {
    "get": lambda client: client.get("k1"),
    "multi": lambda client: client.get_multi(["k1", "k5"]),
    "set": lambda client: client.set("k1", "value of k1"),
    "incr": lambda client: client.incr("counter", 1),
    "delete": lambda client: client.delete("absent"),
}
CALL = CALLS[sys.argv[3] if len(sys.argv) > 3 else "get"]


class TooSlow(Exception):
    """An application's own time limit."""


def strike(client, number):
    """The line, "file:line", at which the exception came, None where the call was over before it ran so many."""
    left, place = [number], []

    def trace(frame, event, _argument):
        if not frame.f_code.co_filename.startswith(LIBRARY):
            return None
        if event == "line":
            left[0] -= 1
            if left[0] == 0:
                place.append("%s:%d" % (os.path.basename(frame.f_code.co_filename), frame.f_lineno))
                raise TooSlow()
        return trace

    sys.settrace(trace)
    try:
        CALL(client)
    except Exception:  # TooSlow, and what the library makes of it.
        pass
    finally:
        sys.settrace(None)
    return place[0] if place else None


def wrong(client):
    """The first wrong reply to a get of another key: "get(k2) returned ..."."""
    for key in KEYS[:3]:
        try:
            value = client.get(key)
        except Exception:
            continue
        if value not in (None, "value of " + key):
            return "get(%s) returned %r" % (key, value)
    return None


lines = unsafe = 0
while True:
    client = memcache.Client([MEMCACHED], socket_timeout=0.5)
    for key in KEYS:
        client.set(key, "value of " + key)
    client.set("counter", 4)
    place = strike(client, lines + 1)
    if place is None:
        break
    lines += 1
    returned = wrong(client)
    client.disconnect_all()
    if returned:
        unsafe += 1
        print("after an exception at %s %s" % (place, returned))
print("%d of %d lines" % (unsafe, lines))
sys.exit(1 if unsafe else 0)
