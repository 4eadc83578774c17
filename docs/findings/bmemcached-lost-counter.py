# coding: utf-8
"""bmemcached: an incr whose connection ends before its reply returns 0, without an error.

Usage: python3 bmemcached-lost-counter.py HOST:PORT [CALL], with the package, and a memcached there. CALL is incr or decr. The
counter is 10 before. Ends with 1 if the call returned a number that the counter never was."""
import socket
import sys
import threading

import bmemcached

MEMCACHED = sys.argv[1]
CALL = sys.argv[2] if len(sys.argv) > 2 else "incr"
# The first two bytes of a reply to incr, and to decr.
COUNTED = (b"\x81\x05", b"\x81\x06")


def passing(source, target, replies):
    """Passes on what comes. Ends the connection in place of memcached's reply to the call."""
    for data in iter(lambda: source.recv(4096), b""):
        if replies and data.startswith(COUNTED):
            target.shutdown(socket.SHUT_RDWR)
            return
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
direct = bmemcached.Client([MEMCACHED])
direct.delete("counter")
direct.incr("counter", 1, default=10)
client = bmemcached.Client(["127.0.0.1:%d" % door.getsockname()[1]])
try:
    number = getattr(client, CALL)("counter", 1)
except Exception as error:
    number = error
held = int(direct.get("counter"))
print("%s of 10 returned %r" % (CALL, number))
print("the counter is %d" % held)
sys.exit(1 if number not in (10, held) and isinstance(number, int) else 0)
