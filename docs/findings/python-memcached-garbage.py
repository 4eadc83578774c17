# coding: utf-8
"""python-memcached takes an invalid reply for a miss or a failure, and keeps the connection. The next call returns the bytes
after that reply.

Usage: python3 python-memcached-garbage.py HOST:PORT CALL, with the package, and a memcached there. CALL is get, set, incr or
delete. Ends with 1 if a wrong value was returned."""
import socket
import sys
import threading

import memcache

MEMCACHED, CALL = sys.argv[1:]
CALLS = {
    "get": lambda client: client.get("k1"),
    "set": lambda client: client.set("k1", "a value"),
    "incr": lambda client: client.incr("counter"),
    "delete": lambda client: client.delete("k1"),
}
# Two lines, which no protocol of memcached has.
GARBAGE = b"@@ 7 7 7 7\r\n@@\r\n"
broken = threading.Event()


def passing(source, target, answers):
    """Passes on what comes, garbage in place of the one answer that is broken."""
    for data in iter(lambda: source.recv(4096), b""):
        if answers and broken.is_set():
            broken.clear()
            data = GARBAGE
        target.sendall(data)


def accept(door):
    """A proxy before memcached."""
    host, port = MEMCACHED.split(":")
    while True:
        client, server = door.accept()[0], socket.create_connection((host, int(port)))
        for ways in ((client, server, False), (server, client, True)):
            threading.Thread(target=passing, args=ways, daemon=True).start()


door = socket.socket()
door.bind(("127.0.0.1", 0))
door.listen(5)
threading.Thread(target=accept, args=(door,), daemon=True).start()

client = memcache.Client(["127.0.0.1:%d" % door.getsockname()[1]], socket_timeout=2)
keys = ["k2", "k3", "k4"]
for key in keys:
    client.set(key, "value of " + key)
broken.set()
try:
    print("%s returned %r" % (CALL, CALLS[CALL](client)))
except ValueError as error:
    print("%s raised %s" % (CALL, type(error).__name__))

wrong = 0
for key in keys:
    value = client.get(key)
    print("get(%s) returned %r" % (key, value))
    wrong += value not in (None, "value of " + key)
sys.exit(1 if wrong else 0)
