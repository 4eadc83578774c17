# coding: utf-8
"""The local cache of one request of a web application: a dict in front of the client, thrown away at the end."""
from .fetches import Fetches


class LocalCache(Fetches):
    """A miss is kept too; every change goes through. It has the calls of stores."""

    def __init__(self, client):
        self.client = client
        self._kept = {}

    def get(self, key):
        """See Client."""
        if key not in self._kept:
            self._kept[key] = self.client.get(key)
        return self._kept[key]

    def get_multi(self, keys):
        """See Client."""
        asked = [key for key in keys if key not in self._kept]
        found = self.client.get_multi(asked) if asked else {}
        for key in asked:
            self._kept[key] = found.get(key)
        return dict((key, self._kept[key]) for key in keys if self._kept[key] is not None)

    def set_multi(self, values, ttl, raw):
        """See Client."""
        self.client.set_multi(values, ttl, raw)
        self._kept.update(values)
        return True

    def delete_multi(self, keys):
        """See Client."""
        for key in keys:
            self._kept[key] = None
        return self.client.delete_multi(keys)

    def set(self, key, value, ttl, raw):
        """See Client."""
        self.client.set(key, value, ttl, raw)
        self._kept[key] = value
        return True

    def add(self, key, value, ttl, raw):
        """See Client."""
        self._kept.pop(key, None)
        return self.client.add(key, value, ttl, raw)

    def delete(self, key):
        """See Client."""
        self._kept[key] = None
        return self.client.delete(key)

    def incr(self, key, by, initial, ttl):
        """See Client."""
        self._kept.pop(key, None)
        return self.client.incr(key, by, initial, ttl)

    def decr(self, key, by, initial, ttl):
        """See Client."""
        self._kept.pop(key, None)
        return self.client.decr(key, by, initial, ttl)
