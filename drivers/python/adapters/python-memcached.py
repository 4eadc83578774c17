# coding: utf-8
"""python-memcached (text protocol, pure Python), module `memcache`. It turns errors into misses and zeros: the proof and the
server's counts see them, a block cannot."""
from __future__ import absolute_import

from cachemark_driver.library import LibraryAdapter


class PythonMemcached(LibraryAdapter):
    name = "python-memcached"
    versions = False  # a plain client sets

    def load(self):
        import memcache
        self.library = memcache
        if "noreply" in memcache.Client.set.__code__.co_varnames:  # not in old releases
            self.unanswered = "noreply=True"

    def connect(self, servers, options):
        settings = self.given(timeout=(self.seconds, "socket_timeout"), retry_delay=(self.pause, "dead_retry"))
        if self.switch("flush_on_reconnect"):
            settings["flush_on_reconnect"] = True
        if self.switch("cas"):
            settings["cache_cas"] = True
        return self.library.Client([spec(one) for one in servers], **settings)

    def bind(self, client):
        return {"c": client, "swap": swap}

    def disconnect(self, client):
        client.disconnect_all()

    def done(self, op, value):
        """A delete of what is not there succeeds too."""
        return None if op == "delete" and value else bool(value)

    def done_of_many(self, op, value):
        """A delete_multi returns whether the servers answered."""
        return None if op == "delete_multi" else LibraryAdapter.done_of_many(self, op, value)


def spec(server):
    """A server as the client names it."""
    family = "unix:" if server.startswith("/") else "inet6:" if server.startswith("[") else ""
    return family + server


def swap(client, key, value, ttl):
    """It remembers the version of what it has read; what it has not read it would set."""
    return client.gets(key) is not None and client.cas(key, value, ttl)


ADAPTER = PythonMemcached
