# coding: utf-8
"""Django's PyMemcacheCache, over pymemcache's client for several servers. Django has it pickle values, and wait for answers."""
from __future__ import absolute_import

from cachemark_driver.django_store import DjangoStore
from .pymemcache import common, pools


class DjangoPymemcache(DjangoStore):
    name = "django_pymemcache"
    backend = "PyMemcacheCache"

    def load_client(self):
        import pymemcache
        return pymemcache

    def pools(self, client):
        return pools(client._cache)

    def settings(self):
        return dict(self.given(pool=(self.switch, "use_pooling")), **common(self, True))


ADAPTER = DjangoPymemcache
