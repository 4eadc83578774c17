# coding: utf-8
"""One connection: sends a command and waits for bytes, never without a deadline."""
import os
import socket

from .reply import BadReply, announced

CHUNK = 16384


class Server(object):
    """A server as the reference reaches it."""

    def __init__(self, address, context=None, login=None):
        """address: "host:port", "[ipv6]:port", or the path of a unix socket; context: an ssl.SSLContext that verifies the
        server, or None without TLS; login: (user, password) in the text protocol, or None."""
        self.login = login and request(" ".join(login).encode("utf-8"))
        self.path = address if address.startswith("/") else None
        if self.path is None:
            host, port = address.rsplit(":", 1)
            self.host, self.port = host.strip("[]"), int(port)
        self.context = context

    def open(self, timeout):
        """An open socket with a timeout."""
        if self.path is not None:
            opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            opened.settimeout(timeout)
            opened.connect(self.path)
            return opened
        opened = socket.create_connection((self.host, self.port), timeout)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.context.wrap_socket(opened, server_hostname=self.host) if self.context else opened


class Line(object):
    """A socket with a timeout: a wait that takes longer raises socket.timeout."""

    def __init__(self, server, timeout):
        """server: a Server; timeout: seconds per wait."""
        self.pid = os.getpid()
        self._socket = server.open(timeout)
        self._receive = self._socket.recv
        self._send = self._socket.sendall
        if server.login:
            self._log_in(server.login)

    def ask(self, command):
        """Sends a command; the first bytes of its reply."""
        self._send(command)
        return self.more()

    def tell(self, command):
        """Sends a command without waiting for a reply."""
        self._send(command)

    def more(self):
        """The next bytes of a reply."""
        return self._receive(CHUNK) or closed()

    def longer(self, reply):
        """A reply with more of its bytes: all of its first value, or at least one byte more. Its pieces are put together once,
        because that copies all of them."""
        whole, size, pieces = announced(reply), len(reply), [reply]
        while True:
            pieces.append(self._receive(CHUNK) or closed())
            size += len(pieces[-1])
            if size >= whole:
                return b"".join(pieces)

    def _log_in(self, login):
        try:
            reply = self.ask(login)
            while not reply.endswith(b"\r\n"):
                reply += self.more()
            admitted(reply)
        except BaseException:
            self.close()
            raise

    def close(self):
        """No call can use it any more. Python 2 closes a socket when nobody has its methods."""
        self._receive = self._send = None
        self._socket.close()


def request(login):
    """The request by which a connection logs in."""
    return ("set login 0 0 %d\r\n" % len(login)).encode("ascii") + login + b"\r\n"


def admitted(reply):
    """Raises unless the server has accepted the login."""
    if reply != b"STORED\r\n":
        raise BadReply("the server refuses the login: %r" % reply)


def closed():
    """Raises: the server has closed the connection."""
    raise EOFError("the server closed the connection")
