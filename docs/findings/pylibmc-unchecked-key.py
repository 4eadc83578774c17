# coding: utf-8
"""pylibmc, text protocol: a key with a blank, a control character or a line end is sent unchanged. memcached reads another key,
or more requests, and pylibmc misinterprets the replies.

Usage: python3 pylibmc-unchecked-key.py HOST:PORT WHAT CALL, with the package, and a memcached there. WHAT is blank, line,
tab, x01, x7f or nul. CALL is get, set, add, incr or delete, or, with line, multi. Ends with 1 if a wrong value was returned,
or another key was changed."""
import sys

import pylibmc

MEMCACHED, WHAT, CALL = sys.argv[1:]
CALLS = {
    "get": lambda client, key: client.get(key),
    "multi": lambda client, key: client.get_multi([key, "k3"]),
    "set": lambda client, key: client.set(key, b"a value") and client.get(key),
    "add": lambda client, key: client.add(key, b"a value"),
    "incr": lambda client, key: client.incr(key),
    "delete": lambda client, key: client.delete(key),
}
# The text after the key in a request with arguments.
REST = " 0 0 1\nv" if CALL in ("set", "add") else ""
BLANK = {"get": "k2 k4", "set": "k2 0 0 1", "add": "k2 0 0 1", "incr": "counter 5", "delete": "k2 0"}
OTHERS = {"tab": "a\tb", "x01": "a\x01b", "x7f": "a\x7fb", "nul": "a\0b"}
if CALL == "multi" and WHAT != "line":
    sys.exit("multi is for line only")
KEY = {"blank": BLANK.get(CALL), "line": "a" + REST + "\nget k2"}.get(WHAT) or OTHERS[WHAT]
KEPT = [("k1", "value of k1"), ("k2", "value of k2"), ("k3", "value of k3"), ("k4", "value of k4"), ("counter", 10)]


def printed(name, call):
    """The reply of a call, None if it raised."""
    try:
        value = call()
        print("%s returned %r" % (name, value))
        return value
    except (pylibmc.Error, ValueError) as error:
        print("%s raised %s" % (name, type(error).__name__))
        return None


def wrongs():
    """How often something was returned, or is held, that was not written."""
    client = pylibmc.Client([MEMCACHED])
    for key, value in KEPT:
        client.set(key, value)
    value = printed("%s(%r)" % (CALL, KEY), lambda: CALLS[CALL](client, KEY))
    if CALL == "multi":
        wrong = bool(set(value or ()) - {"k3"})
    else:
        wrong = CALL in ("get", "set") and value not in (None, b"a value")
    for key, value in KEPT:
        wrong += printed("get(%s)" % key, lambda: client.get(key)) not in (None, value)
    other = pylibmc.Client([MEMCACHED])
    for key, value in KEPT:
        if other.get(key) != value:
            print("%s holds %r" % (key, other.get(key)))
            wrong += 1
    return wrong


sys.exit(1 if wrongs() else 0)
