# coding: utf-8
"""One connection: sends a command and waits for bytes, never without a deadline."""
import os
import socket

CHUNK = 16384


class Line(object):
    """A socket with a timeout: a wait that takes longer raises socket.timeout."""

    def __init__(self, address, timeout):
        """address: "host:port", or the path of a unix socket; timeout: seconds per wait."""
        self.pid = os.getpid()
        if address.startswith("/"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._socket.settimeout(timeout)
            self._socket.connect(address)
        else:
            host, port = address.rsplit(":", 1)
            self._socket = socket.create_connection((host, int(port)), timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._receive = self._socket.recv
        self._send = self._socket.sendall

    def ask(self, command):
        """Sends a command; the first bytes of its reply."""
        self._send(command)
        return self.more()

    def more(self):
        """The next bytes of a reply."""
        return self._receive(CHUNK) or closed()

    def close(self):
        """No call can use it any more. Python 2 closes a socket when nobody has its methods."""
        self._receive = self._send = None
        self._socket.close()


def closed():
    """Raises: the server has closed the connection."""
    raise EOFError("the server closed the connection")
