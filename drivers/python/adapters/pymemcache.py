# coding: utf-8
"""pymemcache (text protocol, pure Python), with two settings that are not what it ships with.

As it ships, it takes bytes only and turns anything else into text. Here it has the serde of its documentation for other
values, `pymemcache.serde.pickle_serde`: bytes and text as they are, numbers as digits, the rest pickled.

As it ships, a write does not wait for the server's answer (`default_noreply`). Here it does unless no_reply=on, because an
unanswered write may not be done when the clock stops.

pool=on is its client for several threads. Its pool does not wait: a call for which there is no connection raises."""
from __future__ import absolute_import

from cachemark_driver.library import LibraryAdapter
from cachemark_driver.pool import Pool


class Pymemcache(LibraryAdapter):
    name = "pymemcache"
    multi_cas = "gets_many"
    unanswered = "noreply=True"

    def load(self):
        import pymemcache
        import pymemcache.client.hash
        import pymemcache.serde
        self.library = pymemcache

    def connect(self, servers, options):
        settings = dict(common(self, len(servers) > 1), default_noreply=self.switch("no_reply") is True,
                        serde=self.library.serde.pickle_serde)
        if "namespace" in options:
            settings["key_prefix"] = options["namespace"].encode("ascii")
        pool = self.switch("pool") is True
        servers = [self.place(server) for server in servers]  # of several it took no text before 3.1
        if len(servers) > 1:
            return self.library.client.hash.HashClient(servers, use_pooling=pool, **settings)
        base = self.library.client.base
        return (base.PooledClient if pool else base.Client)(servers[0], **settings)

    def pools(self, client):
        return pools(client)

    def kind(self):
        return self.library.client.base.Client

    def disconnect(self, client):
        client.close()

    def flush(self, delay):
        return self.call("flush_all", delay)

    def done(self, op, value):
        """A write that waited for no answer does not say."""
        return None if self.switch("no_reply") else LibraryAdapter.done(self, op, value)

    def done_of_many(self, op, value):
        """A delete_multi always returns True."""
        return None if op == "delete_multi" else LibraryAdapter.done_of_many(self, op, value)


def common(adapter, several):
    """The settings of a client. That for several servers also has how often and how long it tries a server that failed."""
    settings = adapter.given(pool_size=(adapter.number, "max_pool_size"), timeout=(adapter.seconds, "timeout connect_timeout"),
                             tcp_nodelay=(adapter.switch, "no_delay"), ignore_exc=(adapter.switch, "ignore_exc"))
    if several:
        settings.update(adapter.given(retry_timeout=(adapter.pause, "retry_timeout"), dead_timeout=(adapter.pause, "dead_timeout"),
                                      retry_attempts=(adapter.number, "retry_attempts")))
    return dict(settings, tls_context=adapter.tls_context()) if adapter.tls_context() else settings


def pools(client):
    """Its pools: one for each server, where it has any, of 2 ** 31 without a limit. A call that finds no free connection makes one,
    or raises."""
    clients = getattr(client, "clients", {"": client}).values()
    found = [one.client_pool for one in clients if hasattr(one, "client_pool")]
    return [Pool(pool, "get", pool.max_size if pool.max_size < 2 ** 31 else None) for pool in found]


ADAPTER = Pymemcache
