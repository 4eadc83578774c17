# coding: utf-8
"""bmemcached: a get_multi that cannot decode a value leaves the replies behind it to the next calls.

Usage: python3 bmemcached-error-in-multi.py HOST:PORT, with the package, and a memcached there. Ends with 1 if a get returned
what is not that key's value."""
import socket
import sys

import bmemcached

host, port = sys.argv[1].rsplit(":", 1)
with socket.create_connection((host, int(port))) as other:
    # As another client stores k1: its flags mean something else here, "a number" (2), which it is not.
    other.sendall(b"set k1 2 0 11\r\nvalue of k1\r\n")
    other.recv(100)

client = bmemcached.Client([sys.argv[1]], compression=None)
client.set("k2", "value of k2")
client.set("k3", "value of k3")
try:
    print("get_multi(k1, k2) returned %r" % client.get_multi(["k1", "k2"]))
except Exception as error:
    print("get_multi(k1, k2) raised %s" % type(error).__name__)

wrong = False
for key in ["k3", "k2"]:
    try:
        found = client.get(key)
        print("get(%s) returned %r" % (key, found))
        wrong = wrong or found not in (None, "value of " + key)
    except Exception as error:
        print("get(%s) raised %s" % (key, type(error).__name__))
sys.exit(1 if wrong else 0)
