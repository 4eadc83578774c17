# coding: utf-8
"""A call that is ended from outside leaves its reply in the connection, and the next call takes that for its own.

python3 late-reply.py CLIENT HOST:PORT, with the package, and a memcached there. Ends with 1 where a wrong value was returned."""
import signal
import socket
import sys
import threading
import time

NAME, MEMCACHED = sys.argv[1:]


def connect(host, port):
    """The client of that name."""
    if NAME == "bmemcached":
        import bmemcached
        return bmemcached.Client(["%s:%d" % (host, port)], socket_timeout=2)
    if NAME == "pymemcache":
        import pymemcache
        return pymemcache.Client((host, port), timeout=2)
    import memcache
    return memcache.Client(["%s:%d" % (host, port)], socket_timeout=2)


class TooSlow(Exception):
    """An application's own time limit."""


def strike(_number, _frame):
    """As a worker's alarm does."""
    raise TooSlow()


def passing(source, target, late, asking):
    """Passes on what comes; what memcached says to a request with "k1" in it comes 0.3 s late."""
    for data in iter(lambda: source.recv(4096), b""):
        if asking:
            late[0] = b"k1" in data
        elif late[0]:
            time.sleep(0.3)
        target.sendall(data)


def accept(door):
    """A relay before memcached."""
    host, port = MEMCACHED.split(":")
    while True:
        client, server, late = door.accept()[0], socket.create_connection((host, int(port))), [False]
        for ways in ((client, server, late, True), (server, client, late, False)):
            threading.Thread(target=passing, args=ways, daemon=True).start()


door = socket.socket()
door.bind(("127.0.0.1", 0))
door.listen(5)
threading.Thread(target=accept, args=(door,), daemon=True).start()

client = connect(*door.getsockname())
keys = ["k2", "k3", "k4", "k1"]
for key in keys:
    client.set(key, "value of " + key)
signal.signal(signal.SIGALRM, strike)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    client.get("k1")
except TooSlow:
    print("get(k1) was ended from outside")

wrong = 0
for key in keys[:3]:
    value = client.get(key)
    print("get(%s) returned %r" % (key, value))
    wrong += value not in ("value of " + key, b"value of " + key.encode())
sys.exit(1 if wrong else 0)
