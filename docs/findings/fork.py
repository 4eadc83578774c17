# coding: utf-8
"""Processes that were forked with an open client share its connection, and read each other's replies.

Usage: python3 fork.py CLIENT HOST:PORT, with the package, and a memcached there. Ends with 1 if a wrong value was returned, or an error
was raised."""
import os
import signal
import socket
import sys
import threading

NAME, MEMCACHED = sys.argv[1:]


def connect(address):
    """The client of that name."""
    if NAME == "pylibmc":
        import pylibmc
        return pylibmc.Client([address])
    if NAME == "pymemcache":
        from pymemcache.client.base import Client
        return Client(address, default_noreply=False)
    if NAME.startswith("django_"):
        from django.core.cache import CacheHandler
        kind = {"django_pymemcache": "PyMemcacheCache", "django_pylibmc": "PyLibMCCache"}[NAME]
        settings = {"BACKEND": "django.core.cache.backends.memcached." + kind, "LOCATION": [address]}
        return CacheHandler({"default": settings})["default"]
    if NAME == "bmemcached":
        import bmemcached
        return bmemcached.Client([address], socket_timeout=2)
    import memcache
    return memcache.Client([address], socket_timeout=2)


# The proxy has a request of the worker's; there is another one.
asked, another = threading.Event(), threading.Event()


def passing(source, target, asking):
    """Passes on what comes; the reply to a request with "child" in it waits for the next request."""
    for data in iter(lambda: source.recv(4096), b""):
        if asking and b"child" in data:
            asked.set()
        elif asking and asked.is_set():
            another.set()
        elif asked.is_set():
            another.wait()
        target.sendall(data)


def accept(door):
    """A proxy before memcached."""
    host, port = MEMCACHED.split(":")
    while True:
        client, server = door.accept()[0], socket.create_connection((host, int(port)))
        for ways in ((client, server, True), (server, client, False)):
            threading.Thread(target=passing, args=ways, daemon=True).start()


door = socket.socket()
door.bind(("127.0.0.1", 0))
door.listen(5)
threading.Thread(target=accept, args=(door,), daemon=True).start()

writer = connect(MEMCACHED)
for key in ("child", "parent"):
    writer.set(key, "value of " + key)
client = connect("127.0.0.1:%d" % door.getsockname()[1])
client.get("parent")

# A worker that a preforking server kills because it takes too long.
worker = os.fork()
if worker == 0:
    client.get("child")
    os._exit(0)
asked.wait()
os.kill(worker, signal.SIGKILL)
os.waitpid(worker, 0)

try:
    value = client.get("parent")
except Exception as error:
    sys.exit("get(parent) raised %s: %s" % (type(error).__name__, error))
print("get(parent) returned %r" % (value,))
sys.exit(0 if value in ("value of parent", b"value of parent") else 1)
