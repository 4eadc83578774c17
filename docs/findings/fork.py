# coding: utf-8
"""Processes that were forked with an open client share its connection, and read each other's replies.

python3 fork.py CLIENT HOST:PORT, with the package, and a memcached there. Ends with 1 where a wrong value was returned."""
import os
import signal
import socket
import sys
import threading
import time

NAME, MEMCACHED = sys.argv[1:]


def connect(address):
    """The client of that name."""
    if NAME == "pylibmc":
        import pylibmc
        return pylibmc.Client([address])
    if NAME == "bmemcached":
        import bmemcached
        return bmemcached.Client([address], socket_timeout=2)
    import memcache
    return memcache.Client([address], socket_timeout=2)


def passing(source, target, late, asking):
    """Passes on what comes; what memcached says to a request with "child" in it comes 0.3 s late."""
    for data in iter(lambda: source.recv(4096), b""):
        if asking:
            late[0] = b"child" in data
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

client = connect("127.0.0.1:%d" % door.getsockname()[1])
for key in ("child", "parent"):
    client.set(key, "value of " + key)

# A worker that a preforking server kills because it takes too long.
worker = os.fork()
if worker == 0:
    client.get("child")
    os._exit(0)
time.sleep(0.15)
os.kill(worker, signal.SIGKILL)
os.waitpid(worker, 0)

value = client.get("parent")
print("get(parent) returned %r" % (value,))
sys.exit(0 if value in ("value of parent", b"value of parent") else 1)
