# coding: utf-8
"""Makes the driver's packages importable for these tests, as driver.py does for itself."""
import os
import socket
import sys
import threading

sys.dont_write_bytecode = True
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "drivers", "python")
sys.path.insert(0, os.path.realpath(ROOT))

import driver  # noqa: E402

driver.package("cachemark_driver", "lib")
driver.package("cachemark_adapters", "adapters")

MEMCACHED = os.environ.get("MEMCACHED")


class Server(object):
    """A counterpart that passes each connection to a function: serve(socket)."""

    def __init__(self, serve):
        self._serve = serve
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(5)
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        self.connections = 0

    def __enter__(self):
        thread = threading.Thread(target=self._accept)
        thread.daemon = True
        thread.start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except (OSError, socket.error):
                return
            self.connections += 1
            thread = threading.Thread(target=self._serve, args=(connection,))
            thread.daemon = True
            thread.start()


def silent(connection):
    """Never answers."""
    while connection.recv(4096):
        pass
