# coding: utf-8
"""ultramemcache (text protocol, C++ on Python's sockets, Python 2.7 only), module `umemcache`. Bytes only: it serialises
nothing, so that what is not raw is not offered. A reply is (value, flags)."""
from __future__ import absolute_import

from cachemark_driver.adapter import Adapter, distribution, main_file


class Ultramemcache(Adapter):
    name = "ultramemcache"

    def load(self):
        import umemcache
        self.library = umemcache

    def version(self):
        return distribution("umemcache", self.file())

    def file(self):
        return main_file(self.library)

    def connect(self, servers, options):
        client = self.library.Client("%s:%d" % self.only(servers))
        client.connect()
        return client

    def disconnect(self, client):
        client.disconnect()

    def bind(self, client):
        return {"c": client, "nothing": (None, None)}

    def set(self, key, value, step):
        return self.raw(self.call("set", key, value, step.ttl), step)

    def add(self, key, value, step):
        return self.raw(self.call("add", key, value, step.ttl), step)

    def get(self, key, step):
        return "(%s or nothing)[0]" % self.call("get", key)

    def get_multi(self, keys, step):
        return self.call("get_multi", keys)

    def delete(self, key, step):
        return self.call("delete", key)

    def incr(self, key, step):
        return None if step.initial is not None else self.call("incr", key, step.by)

    def decr(self, key, step):
        return None if step.initial is not None else self.call("decr", key, step.by)

    def reply(self, step, value, keys):
        if step.array:
            return dict((key, pair[0]) for key, pair in value.items())
        return None if step.op in ("incr", "decr") and value == "NOT_FOUND" else value

    def done(self, op, value):
        return value in ("STORED", "DELETED")


ADAPTER = Ultramemcache
