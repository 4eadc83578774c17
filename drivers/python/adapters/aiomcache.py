# coding: utf-8
"""aiomcache (text protocol, asyncio). Bytes only: it serialises nothing, so that what is not raw is not offered. In the modes
without an event loop every call runs one until it is done. A counter that does not exist is an error like any other."""
from __future__ import absolute_import

import asyncio

from cachemark_driver.failure import NotOffered
from cachemark_driver.library import LibraryAdapter
from cachemark_driver.native import encoded


class Aiomcache(LibraryAdapter):
    name = "aiomcache"
    awaits = True

    def check(self):
        """One event loop runs in one thread."""
        if self.mode.name == "gevent" or self.mode.name == "threads" and self.mode.shared:
            raise NotOffered("mode %s, as an event loop runs in one thread" % self.mode.text)

    def load(self):
        import aiomcache
        self.library = aiomcache

    def connect(self, servers, options):
        host, port = self.only(servers)
        settings = {"pool_size": int(options["pool_size"])} if "pool_size" in options else {}
        if self.tls_context():
            settings["conn_args"] = {"ssl": self.tls_context()}
        loop = self._loop()
        asyncio.set_event_loop(loop)  # older Pythons make a queue for the current one
        return self.library.Client(host, port, **settings), loop

    def disconnect(self, client):
        client[1].run_until_complete(client[0].close())

    def bind(self, client):
        return {"c": client[0], "run": client[1].run_until_complete, "swap": swap}

    def call(self, method, *arguments):
        source = LibraryAdapter.call(self, method, *arguments)
        return source if self.mode.name == "asyncio" else "run(%s)" % source

    def key(self, text):
        return encoded(text)

    def store(self, method, key, value, step):
        return self.raw(LibraryAdapter.store(self, method, key, value, step), step)

    def append(self, key, value, step):
        return self.raw(LibraryAdapter.append(self, key, value, step), step)

    def prepend(self, key, value, step):
        return self.raw(LibraryAdapter.prepend(self, key, value, step), step)

    def cas(self, key, value, step):
        source = self.raw(LibraryAdapter.cas(self, key, value, step), step)
        return source if self.mode.name == "asyncio" else "run(%s)" % source

    def get_multi(self, keys, step):
        return self.call("multi_get", "*" + keys)

    def reply(self, step, value, keys):
        """A multi-get answers values in the order of the keys, None for those that are not there."""
        if not step.array:
            return value
        return dict((key, one) for key, one in zip(keys, value) if one is not None)

    def _loop(self):
        if self.mode.name != "asyncio":
            return asyncio.new_event_loop()
        from cachemark_driver.modes.tasks import LOOP
        return LOOP


async def swap(client, key, value, ttl):
    """As LibraryAdapter's, to be awaited."""
    version = (await client.gets(key))[1]
    return version is not None and await client.cas(key, value, version, ttl)


ADAPTER = Aiomcache
