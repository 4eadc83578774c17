# coding: utf-8
"""The common part of adapters of asyncio's clients, which take bytes only: they serialise nothing, so that what is not raw is
not offered. In the modes without an event loop every call runs one until it is done."""
import asyncio

from .failure import NotOffered
from .library import LibraryAdapter
from .native import encoded


class LoopAdapter(LibraryAdapter):
    """`connect` returns (client, loop)."""

    awaits = True

    def check(self):
        """One event loop runs in one thread."""
        if self.mode.name == "gevent" or self.mode.name == "threads" and self.mode.shared:
            raise NotOffered("mode %s, as an event loop runs in one thread" % self.mode.text)

    def loop(self):
        """The event loop of a client."""
        if self.mode.name == "asyncio":
            from .modes.tasks import LOOP
            return LOOP
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)  # older Pythons make a queue for the current one
        return loop

    def disconnect(self, client):
        client[1].run_until_complete(client[0].close())
        if self.mode.name != "asyncio":
            client[1].close()

    def bind(self, client):
        return {"c": client[0], "run": client[1].run_until_complete}

    def call(self, method, *arguments):
        return self.waited(LibraryAdapter.call(self, method, *arguments))

    def waited(self, source):
        """The source of a call that is awaited, or run until it is done."""
        return source if self.mode.name == "asyncio" else "run(%s)" % source

    def key(self, text):
        return encoded(text)

    def store(self, method, key, value, step):
        return self.raw(LibraryAdapter.store(self, method, key, value, step), step)

    def join(self, method, key, value, step):
        return self.raw(LibraryAdapter.join(self, method, key, value, step), step)

    def cas(self, key, value, step):
        return self.waited(self.raw(LibraryAdapter.cas(self, key, value, step), step))
