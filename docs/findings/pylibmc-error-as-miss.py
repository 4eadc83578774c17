# coding: utf-8
"""pylibmc: a get_multi or a get that fails is reported as a miss.

Usage: python3 pylibmc-error-as-miss.py HOST:PORT WHAT [get], with the package, and a memcached there. WHAT is error
(memcached's answer is that it is busy) or end (the connection ends in place of it). The call is get_multi, or get. Ends with 1
if a value that is there was reported as a miss."""
import socket
import sys
import threading

import pylibmc

MEMCACHED, WHAT, CALL = (sys.argv[1:] + ["get_multi"])[:3]


def passing(source, target, answers):
    """Passes on what comes, but for memcached's answers with a value in them."""
    for data in iter(lambda: source.recv(4096), b""):
        if answers and data.startswith(b"VALUE"):
            if WHAT == "end":
                target.shutdown(socket.SHUT_RDWR)
                return
            data = b"SERVER_ERROR busy\r\n"
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
writer = pylibmc.Client([MEMCACHED])
writer.set("k1", "value of k1")
address = "127.0.0.1:%d" % door.getsockname()[1]
try:
    value = getattr(pylibmc.Client([address]), CALL)("k1" if CALL == "get" else ["k1"])
except pylibmc.Error as error:
    print("%s raised %s" % (CALL, type(error).__name__))
else:
    print("%s returned %r" % (CALL, value))
    sys.exit(1)
