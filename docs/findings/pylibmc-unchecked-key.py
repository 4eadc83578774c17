# coding: utf-8
"""pylibmc, text protocol: a key with a blank, a control character or a line end in it is sent as it is. memcached reads another
key, or more requests, and what it answers is not read as it was meant.

python3 pylibmc-unchecked-key.py HOST:PORT WHAT CALL, with the package, and a memcached there. WHAT is blank, line, tab, x01, x7f
or nul, CALL is get, multi, set, add, incr or delete. Ends with 1 where a wrong value was returned, another key was changed, or
the process was killed."""
import os
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
# What follows the key where a request has arguments.
REST = " 0 0 1\nv" if CALL in ("set", "add") else ""
KEY = {
    "line": "a" + REST + "\nget k2",
    "blank": {"set": "k2 0 0 1", "add": "k2 0 0 1", "incr": "counter 5", "delete": "k2 0"}.get(CALL, "k2 k4"),
}.get(WHAT) or {"tab": "a\tb", "x01": "a\x01b", "x7f": "a\x7fb", "nul": "a\0b"}[WHAT]
KEPT = [("k1", "value of k1"), ("k2", "value of k2"), ("k3", "value of k3"), ("k4", "value of k4"), ("counter", 10)]


def told(name, call):
    """What a call returned, None where it raised."""
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
    value = told("%s(%r)" % (CALL, KEY), lambda: CALLS[CALL](client, KEY))
    if CALL == "multi":
        wrong = bool(set(value or ()) - {"k3"})
    else:
        wrong = CALL in ("get", "set") and value not in (None, b"a value")
    for key, value in KEPT:
        wrong += told("get(%s)" % key, lambda: client.get(key)) not in (None, value)
    other = pylibmc.Client([MEMCACHED])
    for key, value in KEPT:
        if other.get(key) != value:
            print("%s holds %r" % (key, other.get(key)))
            wrong += 1
    return wrong


# In a process of its own, as it may be killed.
child = os.fork()
if child == 0:
    status = 1 if wrongs() else 0
    sys.stdout.flush()
    os._exit(status)
ended = os.waitpid(child, 0)[1]
if os.WIFSIGNALED(ended):
    print("the process was killed by signal %d" % os.WTERMSIG(ended))
sys.exit(1 if ended else 0)
