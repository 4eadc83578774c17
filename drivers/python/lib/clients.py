# coding: utf-8
"""The clients of a cell: its own, or those that the cells of a published program keep using."""


class Clients(object):
    """One for each place; workers that share one have the same place."""

    def __init__(self, adapter, message, kept):
        """message: the `open` request; kept: dict of clients that outlive the cell, or None."""
        self._adapter = adapter
        self._servers = message["servers"]
        self._options = message.get("options") or {}
        self._made = {} if kept is None else kept
        self._own = kept is None

    def at(self, place):
        """A connected client."""
        if place not in self._made:
            self._made[place] = self._adapter.connect(self._servers, self._options)
        return self._made[place]

    def close(self):
        """Lets go of those that are the cell's own."""
        while self._own and self._made:
            self._adapter.disconnect(self._made.popitem()[1])
