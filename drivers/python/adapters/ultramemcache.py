# coding: utf-8
"""ultramemcache (text protocol, C++ on Python's sockets, Python 2.7 only), module `umemcache`. Bytes only: it serialises
nothing, so that what is not raw is not offered. A reply is (value, flags)."""
from __future__ import absolute_import

from cachemark_driver.adapter import distribution
from cachemark_driver.library import LibraryAdapter


class Ultramemcache(LibraryAdapter):
    name = "ultramemcache"
    multi_cas = "gets_multi"

    def load(self):
        import umemcache
        self.library = umemcache

    def version(self):
        return distribution("umemcache", self.file())

    def connect(self, servers, options):
        client = self.library.Client("%s:%d" % self.only(servers))
        client.connect()
        return client

    def disconnect(self, client):
        client.disconnect()

    def bind(self, client):
        return {"c": client, "nothing": (None, None), "swap": swap}

    def store(self, method, key, value, step):
        return self.raw(LibraryAdapter.store(self, method, key, value, step), step)

    def cas(self, key, value, step):
        return self.raw(LibraryAdapter.cas(self, key, value, step), step)

    def get(self, key, step):
        return "(%s or nothing)[0]" % self.call("get", key)

    def reply(self, step, value, keys):
        if step.versions:
            return dict((key, (found[0], found[2])) for key, found in value.items())
        if step.array:
            return dict((key, pair[0]) for key, pair in value.items())
        return None if step.op in ("incr", "decr") and value == "NOT_FOUND" else value

    def done(self, op, value):
        return value in ("STORED", "DELETED", "TOUCHED")


def swap(client, key, value, ttl):
    """The reply to gets: (value, flags, version), or None."""
    found = client.gets(key)
    return found and client.cas(key, value, found[2], ttl)


ADAPTER = Ultramemcache
