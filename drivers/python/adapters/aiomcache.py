# coding: utf-8
"""aiomcache (text protocol, asyncio). A counter that does not exist is an error like any other."""
from __future__ import absolute_import

from cachemark_driver.awaited_pool import AwaitedPool
from cachemark_driver.loop_library import LoopAdapter


class Aiomcache(LoopAdapter):
    name = "aiomcache"

    def load(self):
        import aiomcache
        self.library = aiomcache

    def connect(self, servers, options):
        host, port = self.only(servers)
        settings = self.given(pool_size=(self.number, "pool_size"))
        if self.tls_context():
            settings["conn_args"] = {"ssl": self.tls_context()}
        loop = self.loop()
        return self.library.Client(host, port, **settings), loop

    def pools(self, client):
        """Its pool makes connections until it has `_minsize`, which is its size here."""
        pool = client[0]._pool
        return [AwaitedPool(pool, "acquire", pool._maxsize, lambda: not pool._pool.empty() or pool.size() < pool._minsize)]

    def bind(self, client):
        return dict(LoopAdapter.bind(self, client), swap=swap)

    def get_multi(self, keys, step):
        return self.call("multi_get", "*" + keys)

    def reply(self, step, value, keys):
        """A multi-get answers values in the order of the keys, None for those that are not there."""
        if not step.array:
            return value
        return dict((key, one) for key, one in zip(keys, value) if one is not None)


async def swap(client, key, value, ttl):
    """As LibraryAdapter's, to be awaited."""
    version = (await client.gets(key))[1]
    return version is not None and await client.cas(key, value, version, ttl)


ADAPTER = Aiomcache
