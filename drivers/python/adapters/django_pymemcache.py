# coding: utf-8
"""Django's PyMemcacheCache, over pymemcache's client for several servers. Django has it pickle values, and wait for answers."""
from __future__ import absolute_import

from cachemark_driver.django_store import DjangoStore
from .pymemcache import failures, pools

SWITCHES = {"tcp_nodelay": "no_delay", "pool": "use_pooling", "ignore_exc": "ignore_exc"}


class DjangoPymemcache(DjangoStore):
    name = "django_pymemcache"
    backend = "PyMemcacheCache"

    def load_client(self):
        import pymemcache
        return pymemcache

    def pools(self, client):
        return pools(client._cache)

    def settings(self):
        settings = self.switches(SWITCHES)
        if "pool_size" in self.options:
            settings["max_pool_size"] = int(self.options["pool_size"])
        if "timeout" in self.options:
            settings["timeout"] = settings["connect_timeout"] = self.seconds("timeout")
        if self.tls_context():
            settings["tls_context"] = self.tls_context()
        return dict(settings, **failures(self))


ADAPTER = DjangoPymemcache
