# coding: utf-8
"""A call that is ended from outside leaves its reply in the connection, and the next call returns that reply.

Usage: python3 late-reply.py CLIENT HOST:PORT [CALL [BYTES]], with the package, and a memcached there. CALL is get, multi,
set, incr or delete. The first BYTES (0) of its reply arrive in time. Ends with 1 if a wrong value was returned."""
import signal
import socket
import sys
import threading

NAME, MEMCACHED = sys.argv[1:3]
CALL = sys.argv[3] if len(sys.argv) > 3 else "get"
EARLY = int(sys.argv[4]) if len(sys.argv) > 4 else 0


def connect(host, port):
    """The client of that name."""
    if NAME == "pymemcache":
        import pymemcache
        return pymemcache.Client((host, port), timeout=2)
    import memcache
    return memcache.Client(["%s:%d" % (host, port)], socket_timeout=2)


CALLS = {
    "get": lambda client: client.get("k1"),
    "multi": lambda client: client.get_multi(["k1", "k5"]),
    "set": lambda client: client.set("k1", "value of k1"),
    "incr": lambda client: client.incr("counter", 1),
    "delete": lambda client: client.delete("absent"),
}


class TooSlow(Exception):
    """An application's own time limit."""


def strike(_number, _frame):
    """As a worker's alarm does."""
    raise TooSlow()


# While it is cleared, what memcached says waits, but for the first bytes.
through = threading.Event()
through.set()


def passing(source, target, held):
    """Passes on what comes."""
    for data in iter(lambda: source.recv(4096), b""):
        if held and not through.is_set():
            target.sendall(data[:EARLY])
            data = data[EARLY:]
            through.wait()
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

client = connect(*door.getsockname())
keys = ["k2", "k3", "k4", "k5", "k1"]
for key in keys:
    client.set(key, "value of " + key)
client.set("counter", 4)
through.clear()
signal.signal(signal.SIGALRM, strike)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    CALLS[CALL](client)
except TooSlow:
    print("%s was ended from outside" % CALL)
through.set()

wrong = 0
for key in keys[:3]:
    try:
        value = client.get(key)
    except Exception as error:
        print("get(%s) raised %s" % (key, type(error).__name__))
        continue
    print("get(%s) returned %r" % (key, value))
    wrong += value not in (None, "value of " + key, b"value of " + key.encode())
sys.exit(1 if wrong else 0)
