# coding: utf-8
"""Calls that are made of others."""


class Fetches(object):
    """For whatever can read and write several keys."""

    def fetch(self, key, ttl, raw, compute):
        """The value of a hit; else stores compute()'s and returns it."""
        value = self.get(key)
        if value is None:
            value = compute()
            self.set(key, value, ttl, raw)
        return value

    def fetch_multi(self, keys, ttl, raw, compute):
        """dict of all keys: the values of those that are present, and compute(key) of those that are not, which it stores."""
        found = self.get_multi(keys)
        computed = dict((key, compute(key)) for key in keys if key not in found)
        if computed:
            self.set_multi(computed, ttl, raw)
            found.update(computed)
        return found
