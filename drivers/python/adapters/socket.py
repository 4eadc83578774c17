# coding: utf-8
"""The reference: the least Python that does the same work correctly on a plain socket, for client and store scenarios alike
(bare values, correct commands). In asyncio its calls are awaited; there it has what clients of asyncio have."""
from __future__ import absolute_import

from cachemark_driver import reference
from cachemark_driver.compiler import KEY
from cachemark_driver.failure import NotOffered
from cachemark_driver.library import LibraryAdapter
from cachemark_driver.reference.client import Client


class Socket(LibraryAdapter):
    name = "socket"
    awaits = True
    library = reference

    def kind(self):
        if self.mode.name != "asyncio":
            return Client
        from cachemark_driver.reference.awaited import AwaitedClient
        return AwaitedClient

    def connect(self, servers, options):
        return self.kind()(servers, float(options.get("timeout", 1.0)), self.tls_context(), self.login("text"))

    def disconnect(self, client):
        client.close()

    def flush(self, delay):
        return None if self.mode.name == "asyncio" else self.call("flush", delay)

    def quiet(self):
        return None if self.mode.name == "asyncio" else "c.quiet()"

    def written(self, step, method, *arguments):
        return self.call("quieted()." + method if step.quiet else method, *arguments)

    def store(self, method, key, value, step):
        return self.written(step, method, key, value, step.ttl or 0, step.raw)

    def count(self, method, key, step):
        return self.written(step, method, key, step.by, *(() if step.quiet else (str(step.initial), step.ttl or 0)))

    def cas(self, key, value, step):
        return self.call("cas", key, value, step.ttl or 0, step.raw)

    def set_multi(self, values, step):
        return self.call("set_multi", values, step.ttl or 0, step.raw)

    def write(self, key, value, step):
        return (self.add if step.unless_exist else self.set)(key, value, step)

    def fetch(self, key, value, step):
        """The reference stores bare values, which tell nobody when they expire."""
        return None if step.race_condition_ttl else self.computed("fetch", key, step, value and "lambda: " + value)

    def fetch_locked(self, key, value, step):
        return self.computed("fetch_locked", key, step, value and "lambda: " + value)

    def fetch_multi(self, keys, value, step):
        return self.computed("fetch_multi", keys, step, value and "lambda %s: %s" % (KEY, value))

    def computed(self, method, asked, step, compute):
        """Source of a call that computes what is absent. Without a value it is a read."""
        if not compute:
            return self.get_multi(asked, step) if step.array else self.get(asked, step)
        return None if self.mode.name == "asyncio" else self.call(method, asked, step.ttl or 0, step.raw, compute)

    read = LibraryAdapter.get
    read_multi = LibraryAdapter.get_multi
    write_multi = set_multi
    increment = LibraryAdapter.incr
    decrement = LibraryAdapter.decr

    def local_cache(self, lines):
        """Source: inside, `c` is a client with a dict of this iteration in front of it."""
        if self.mode.name == "asyncio":
            raise NotOffered("local_cache in mode " + self.mode.text)
        return ["c = c.local_cache()"] + lines + ["c = c.client"]


ADAPTER = Socket
