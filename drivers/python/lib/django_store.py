# coding: utf-8
"""The common part of adapters of Django's cache backends. `c` is what an application imports as `cache`: a proxy that makes a
backend for each thread, or each context of asyncio. A backend has one client, which calls share.

Django puts a prefix and a version before each key (key_function=versioned). A counter that is not there is a ValueError."""
from __future__ import absolute_import

from .adapter import Adapter, Guarded, main_file


def plain(key, prefix, version):
    """A key as it is."""
    return key


class DjangoStore(Adapter):
    """A subclass names its `backend`. Its `load_client` imports the module of the library below, and its `settings` are what Django
    passes to that."""

    def load(self):
        import django
        from django.core import cache
        from django.utils.connection import ConnectionProxy
        self.django, self.cache, self.proxy = django, cache, ConnectionProxy
        self.client = self.load_client()

    def version(self):
        return self.django.get_version()

    def file(self):
        return main_file(self.django)

    def libraries(self):
        return [("django", self.version(), self.file()),
                (self.client.__name__, self.client.__version__, main_file(self.client))]

    def connect(self, servers, options):
        settings = {"BACKEND": "django.core.cache.backends.memcached." + self.backend,
                    "LOCATION": ["unix:" + one if one.startswith("/") else one for one in servers],
                    "OPTIONS": self.settings()}
        if options.get("key_function") == "plain":
            settings["KEY_FUNCTION"] = plain
        return self.proxy(self.cache.CacheHandler({"default": settings}), "default")

    def disconnect(self, client):
        """Django itself does not close connections of pylibmc."""
        client._cache.disconnect_all()

    def write(self, key, value, step):
        return self.call("add" if step.unless_exist else "set", key, value, *lifetime(step))

    def read(self, key, step):
        return self.call("get", key)

    def fetch(self, key, value, step):
        """Without a value it is a read. Django knows of no race condition."""
        if step.race_condition_ttl:
            return None
        return self.call("get_or_set", key, "lambda: " + value, *lifetime(step)) if value else self.read(key, step)

    def read_multi(self, keys, step):
        return self.call("get_many", keys)

    def write_multi(self, values, step):
        return self.call("set_many", values, *lifetime(step))

    def delete_multi(self, keys, step):
        return self.call("delete_many", keys)

    def delete(self, key, step):
        return self.call("delete", key)

    def increment(self, key, step):
        return self.count("incr", key, step)

    def decrement(self, key, step):
        return self.count("decr", key, step)

    def count(self, method, key, step):
        """It knows of no initial value."""
        return None if step.initial is not None else Guarded(self.call(method, key, step.by), "ValueError")


def lifetime(step):
    """Django's own default is 300 seconds, and its None is for ever."""
    return [] if step.ttl is None else [str(step.ttl or None)]
