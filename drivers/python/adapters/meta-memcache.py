# coding: utf-8
"""meta-memcache (meta protocol; Python, its sockets in Rust since 2.1). A value that is bytes or text is stored as it is, a
number as its digits, anything else pickled; 128 bytes and more are compressed unless compress=off. Every write has a ttl."""
from __future__ import absolute_import

import sys

from cachemark_driver.failure import NotOffered
from cachemark_driver.library import LibraryAdapter


class MetaMemcache(LibraryAdapter):
    name = "meta-memcache"
    multi_cas = "multi_get_cas"
    unanswered = "no_reply=True"
    swaps_by = ("get_cas", "set")

    def load(self):
        import meta_memcache
        import meta_memcache.serializer
        self.library = meta_memcache

    def connect(self, servers, options):
        if servers[0].startswith("/"):
            raise NotOffered("a unix socket")
        factory = self.library.connection_pool_factory_builder(**self.given(
            tcp_nodelay=(self.switch, "no_delay"), pool_size=(self.number, "max_pool_size"),
            timeout=(self.seconds, "connection_timeout recv_timeout"), retry_delay=(self.pause, "mark_down_period_s")))
        return self.library.CacheClient.cache_client_from_servers(
            servers=[self.library.ServerAddress(*self.place(server)) for server in servers],
            connection_pool_factory_fn=factory, **self.serializer())

    def serializer(self):
        """Its own, and a class of the documented kind that compresses nothing."""
        if self.switch("compress") is not False:
            return {}
        base = self.library.serializer.MixedSerializer
        return {"serializer": type("Uncompressed", (base,), {"COMPRESSION_THRESHOLD": sys.maxsize})()}

    def bind(self, client):
        modes = self.library.SetMode
        return {"c": client, "swap": swap, "ADD": modes.ADD, "APPEND": modes.APPEND, "PREPEND": modes.PREPEND}

    def kind(self):
        return self.library.CacheClient

    def store(self, method, key, value, step):
        return self.written(step, "set", key, value, step.ttl or 0, *["set_mode=ADD"] * (method == "add"))

    def join(self, method, key, value, step):
        return self.call("set", key, value, 0, "set_mode=" + method.upper())

    def gat(self, key, step):
        return self.call("get", key, step.ttl or 0)

    def get_multi(self, keys, step):
        return self.call("multi_get", keys)

    def count(self, method, key, step):
        by = step.by if method == "incr" else -step.by
        if step.quiet:
            return self.written(step, "delta", key, by)
        if step.initial is None:
            return self.call("delta_and_get", key, by)
        return self.call("delta_initialize_and_get", key, by, step.initial, step.ttl or 0)

    def reply(self, step, value, keys):
        """Of several keys: by its own kind of key, None for those that are not there."""
        absent = (None, (None, None))
        return dict((key.key, one) for key, one in value.items() if one not in absent) if step.array else value


def swap(client, key, value, ttl):
    """As LibraryAdapter's."""
    version = client.get_cas(key)[1]
    return version is not None and client.set(key, value, ttl, cas_token=version)


ADAPTER = MetaMemcache
