# coding: utf-8
"""emcache (text protocol, asyncio, partly in Cython). A reply is an Item, which has the value; a write that fails is an
exception, and one that succeeds returns None."""
from __future__ import absolute_import

from cachemark_driver.adapter import Guarded
from cachemark_driver.loop_library import LoopAdapter
from cachemark_driver.native import decoded

SWITCHES = {"autobatching": "autobatching"}


class Emcache(LoopAdapter):
    name = "emcache"

    def load(self):
        import emcache
        import emcache.version
        self.library = emcache

    def version(self):
        return self.library.version.__version__

    def connect(self, servers, options):
        settings = self.switches(SWITCHES)
        if "pool_size" in options:
            settings["max_connections"] = int(options["pool_size"])
        if "timeout" in options:
            settings["timeout"] = settings["connection_timeout"] = self.seconds("timeout")
        loop = self.loop()
        return loop.run_until_complete(self.library.create_client(self.nodes(servers), **settings)), loop

    def nodes(self, servers):
        places = [self.place(server) for server in servers]
        return [self.library.MemcachedUnixSocketPath(place) if place == server else self.library.MemcachedHostAddress(*place)
                for server, place in zip(servers, places)]

    def bind(self, client):
        errors = {"NotFound": self.library.NotFoundCommandError, "NotStored": self.library.NotStoredStorageCommandError}
        return dict(LoopAdapter.bind(self, client), nothing=self.library.Item(None, None, None), swap=swap, **errors)

    def store(self, method, key, value, step):
        lifetime = None if step.ttl is None else "exptime=%s" % step.ttl
        source = self.raw(self.call(method, key, value, lifetime), step)
        return source if method == "set" else Guarded(source, "NotStored", "False")

    def append(self, key, value, step):
        return Guarded(LoopAdapter.append(self, key, value, step), "NotStored", "False")

    def prepend(self, key, value, step):
        return Guarded(LoopAdapter.prepend(self, key, value, step), "NotStored", "False")

    def cas(self, key, value, step):
        return Guarded(LoopAdapter.cas(self, key, value, step), "NotStored", "False")

    def get(self, key, step):
        return "(%s or nothing).value" % self.call("get", key)

    def gat(self, key, step):
        return "(%s or nothing).value" % self.call("gat", step.ttl or 0, key)

    def get_multi(self, keys, step):
        return self.call("get_many", keys)

    def get_multi_cas(self, keys, step):
        return self.call("gets_many", keys)

    def delete(self, key, step):
        return Guarded(self.call("delete", key), "NotFound", "False")

    def touch(self, key, step):
        return Guarded(self.call("touch", key, step.ttl or 0), "NotFound", "False")

    def count(self, method, key, step):
        """It knows of no initial value."""
        if step.initial is not None:
            return None
        return Guarded(self.call({"incr": "increment", "decr": "decrement"}[method], key, step.by), "NotFound")

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
