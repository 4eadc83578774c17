# coding: utf-8
"""emcache (text protocol, asyncio, partly in Cython). A reply is an Item, which has the value; a write that fails is an
exception, and one that succeeds returns None."""
from __future__ import absolute_import

from cachemark_driver.adapter import Guarded
from cachemark_driver.loop_library import LoopAdapter
from cachemark_driver.native import decoded


class Emcache(LoopAdapter):
    name = "emcache"
    multi_cas = "gets_many"
    absent = "NotFound"

    def load(self):
        import emcache
        import emcache.version
        self.library = emcache

    def version(self):
        return self.library.version.__version__

    def connect(self, servers, options):
        settings = self.given(autobatching=(self.switch, "autobatching"), pool_size=(self.number, "max_connections"),
                              timeout=(self.seconds, "timeout connection_timeout"))
        unix, tcp, loop = self.library.MemcachedUnixSocketPath, self.library.MemcachedHostAddress, self.loop()
        nodes = [unix(one) if one.startswith("/") else tcp(*self.place(one)) for one in servers]
        return loop.run_until_complete(self.library.create_client(nodes, **settings)), loop

    def bind(self, client):
        errors = {"NotFound": self.library.NotFoundCommandError, "NotStored": self.library.NotStoredStorageCommandError}
        return dict(LoopAdapter.bind(self, client), nothing=self.library.Item(None, None, None), swap=swap, **errors)

    def store(self, method, key, value, step):
        source = self.raw(self.call(method, key, value, None if step.ttl is None else "exptime=%s" % step.ttl), step)
        return source if method == "set" else Guarded(source, "NotStored", "False")

    def join(self, method, key, value, step):
        return Guarded(LoopAdapter.join(self, method, key, value, step), "NotStored", "False")

    def cas(self, key, value, step):
        return Guarded(LoopAdapter.cas(self, key, value, step), "NotStored", "False")

    def get(self, key, step):
        return "(%s or nothing).value" % self.call("get", key)

    def gat(self, key, step):
        return "(%s or nothing).value" % self.call("gat", step.ttl or 0, key)

    def get_multi(self, keys, step):
        return self.call("get_many", keys)

    def delete(self, key, step):
        return Guarded(self.call("delete", key), "NotFound", "False")

    def touch(self, key, step):
        return Guarded(self.call("touch", key, step.ttl or 0), "NotFound", "False")

    def count(self, method, key, step):
        return LoopAdapter.count(self, {"incr": "increment", "decr": "decrement"}[method], key, step)

    def reply(self, step, value, keys):
        if not step.array:
            return value
        return dict((decoded(key), (item.value, item.cas) if step.versions else item.value) for key, item in value.items())

    def done(self, op, value):
        return value is None or value is True


async def swap(client, key, value, ttl):
    """As LibraryAdapter's, to be awaited."""
    item = await client.gets(key)
    return item is not None and await client.cas(key, value, item.cas, exptime=ttl)


ADAPTER = Emcache
