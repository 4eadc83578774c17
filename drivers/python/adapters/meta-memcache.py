# coding: utf-8
"""meta-memcache (meta protocol; Python, its sockets in Rust since 2.1). A value that is bytes or text is stored as it is, a
number as its digits, anything else pickled; 128 bytes and more are compressed unless compress=off. Every write has a ttl."""
from __future__ import absolute_import

import sys

from cachemark_driver.failure import NotOffered
from cachemark_driver.library import LibraryAdapter


class MetaMemcache(LibraryAdapter):
    name = "meta-memcache"
    unanswered = "no_reply=True"

    def load(self):
        import meta_memcache
        import meta_memcache.serializer
        self.library = meta_memcache

    def connect(self, servers, options):
        places = [self.place(server) for server in servers]
        if places == servers:
            raise NotOffered("a unix socket")
        factory = self.library.connection_pool_factory_builder(**self.settings(options))
        return self.library.CacheClient.cache_client_from_servers(
            servers=[self.library.ServerAddress(*place) for place in places], connection_pool_factory_fn=factory,
            **self.serializer())

    def settings(self, options):
        settings = self.switches({"tcp_nodelay": "no_delay"})
        if "pool_size" in options:
            settings["max_pool_size"] = int(options["pool_size"])
        if "timeout" in options:
            settings["connection_timeout"] = settings["recv_timeout"] = self.seconds("timeout")
        if "retry_delay" in options:
            settings["mark_down_period_s"] = self.seconds("retry_delay") or 0
        return settings

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
        return self.call("set", key, value, step.ttl or 0, *(["set_mode=ADD"] * (method == "add") + self.silence(step)))

    def append(self, key, value, step):
        return self.call("set", key, value, 0, "set_mode=APPEND")

    def prepend(self, key, value, step):
        return self.call("set", key, value, 0, "set_mode=PREPEND")

    def cas(self, key, value, step):
        return "swap(c, %s, %s, %s)" % (key, value, step.ttl or 0)

    def gat(self, key, step):
        return self.call("get", key, step.ttl or 0)

    def get_multi(self, keys, step):
        return self.call("multi_get", keys)

    def get_multi_cas(self, keys, step):
        return self.offered("multi_get_cas", keys)

    def count(self, method, key, step):
        by = step.by if method == "incr" else -step.by
        if step.quiet:
            return self.call("delta", key, by, *self.silence(step))
        if step.initial is None:
            return self.call("delta_and_get", key, by)
        return self.call("delta_initialize_and_get", key, by, step.initial, step.ttl or 0)

    def reply(self, step, value, keys):
        """Of several keys: by its own kind of key, None for those that are not there."""
        if not step.array:
            return value
        found = dict((key.key, one) for key, one in value.items())
        return dict((key, one) for key, one in found.items() if one not in (None, (None, None)))


def swap(client, key, value, ttl):
    """As LibraryAdapter's."""
    version = client.get_cas(key)[1]
    return version is not None and client.set(key, value, ttl, cas_token=version)


ADAPTER = MetaMemcache
