# coding: utf-8
"""pymemcache (text protocol, pure Python), with two settings that are not what it ships with.

As it ships, it takes bytes only and turns anything else into text. Here it has the serde of its documentation for other
values, `pymemcache.serde.pickle_serde`: bytes and text as they are, numbers as digits, the rest pickled.

As it ships, a write does not wait for the server's answer (`default_noreply`). Here it does unless no_reply=on, because an
unanswered write may not be done when the clock stops. pool=on is its client for several threads."""
from __future__ import absolute_import

from cachemark_driver.library import LibraryAdapter

SWITCHES = {"tcp_nodelay": "no_delay", "no_reply": "default_noreply"}


class Pymemcache(LibraryAdapter):
    name = "pymemcache"

    def load(self):
        import pymemcache
        import pymemcache.client.base
        import pymemcache.client.hash
        import pymemcache.serde
        self.library = pymemcache

    def connect(self, servers, options):
        settings = dict({"default_noreply": False}, serde=self.library.serde.pickle_serde)
        settings.update(self.switches(SWITCHES))
        if "timeout" in options:
            settings["timeout"] = settings["connect_timeout"] = self.seconds("timeout")
        if self.tls_context():
            settings["tls_context"] = self.tls_context()
        pool = self.switch("pool") is True
        servers = [self.place(server) for server in servers]  # of several it took no text before 3.1
        if len(servers) > 1:
            return self.library.client.hash.HashClient(servers, use_pooling=pool, **dict(settings, **self.delays(options)))
        base = self.library.client.base
        return (base.PooledClient if pool else base.Client)(servers[0], **settings)

    def get_multi_cas(self, keys, step):
        return self.offered("gets_many", keys)

    def delays(self, options):
        """Until a server that failed is tried again, and until one that is given up is."""
        if "retry_delay" not in options:
            return {}
        seconds = self.seconds("retry_delay") or 0
        return {"retry_timeout": seconds, "dead_timeout": seconds}

    def kind(self):
        return self.library.client.base.Client

    def disconnect(self, client):
        client.close()

    def done(self, op, value):
        """A write that waited for no answer does not say."""
        return None if self.switch("no_reply") else LibraryAdapter.done(self, op, value)

    def done_of_many(self, op, value):
        """A delete_multi always returns True."""
        return None if op == "delete_multi" else LibraryAdapter.done_of_many(self, op, value)


ADAPTER = Pymemcache
