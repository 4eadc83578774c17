# coding: utf-8
"""Collects the writes of a quiet block until it ends or the client is closed, in a forked child as well."""
from cachemark_driver.reference import client


class Buffering(client.Quiet):
    """Of one block."""

    def __init__(self, *arguments):
        super(Buffering, self).__init__(*arguments)
        self._kept = []

    def flush(self):
        """Sends what it has collected."""
        while self._kept:
            super(Buffering, self)._tell(*self._kept.pop(0))

    def _tell(self, *command):
        self._kept.append(command)

    def _finish(self):
        self.flush()
        super(Buffering, self)._finish()


def close(self):
    """Closes the idle connections, after a flush of the open block."""
    block = getattr(self._open, "block", None)
    if block:
        block.flush()
    closed(self)


closed = client.Client.close
client.Client.close = close
client.Quiet = Buffering
