# coding: utf-8
"""pylibmc, text protocol: a key with a line end in it is sent as it is, so that memcached reads two requests, and the reply to
the second is taken for that to the next call.

python3 pylibmc-line-end-in-key.py HOST:PORT, with the package, and a memcached there. Ends with 1 where a wrong value was
returned."""
import sys

import pylibmc

client = pylibmc.Client(sys.argv[1:])
for name in ("k1", "k2", "k3", "k4"):
    client.set(name, "value of " + name)
try:
    print("get('k1\\nget k2') returned %r" % (client.get("k1\nget k2"),))
except (pylibmc.Error, ValueError) as error:
    print("get('k1\\nget k2') raised %s" % type(error).__name__)

wrong = 0
for name in ("k3", "k4"):
    try:
        value = client.get(name)
    except pylibmc.Error as error:
        print("get(%s) raised %s" % (name, type(error).__name__))
        continue
    print("get(%s) returned %r" % (name, value))
    wrong += value not in (None, "value of " + name)
sys.exit(1 if wrong else 0)
