# coding: utf-8
"""Django's PyMemcacheCache, over pymemcache's client for several servers. Django has it pickle values, and wait for answers."""
from __future__ import absolute_import

from cachemark_driver.django_store import DjangoStore

SWITCHES = {"tcp_nodelay": "no_delay", "pool": "use_pooling"}


class DjangoPymemcache(DjangoStore):
    name = "django_pymemcache"
    backend = "PyMemcacheCache"

    def load_client(self):
        import pymemcache
        return pymemcache

    def settings(self):
        settings = self.switches(SWITCHES)
        if "pool_size" in self.options:
            settings["max_pool_size"] = int(self.options["pool_size"])
        if "timeout" in self.options:
            settings["timeout"] = settings["connect_timeout"] = self.seconds("timeout")
        if self.tls_context():
            settings["tls_context"] = self.tls_context()
        if "retry_delay" in self.options:
            settings["retry_timeout"] = settings["dead_timeout"] = self.seconds("retry_delay") or 0
        return settings


ADAPTER = DjangoPymemcache
