# coding: utf-8
"""python-binary-memcached (binary protocol, pure Python), module `bmemcached`. As it ships, it compresses values over 128 bytes
unless compress=off, and turns errors into misses and False. Its `Client` writes to all servers; for several it is `DistributedClient`, which keeps
each key on one."""
from __future__ import absolute_import

from cachemark_driver.adapter import distribution
from cachemark_driver.library import LibraryAdapter


class Bmemcached(LibraryAdapter):
    name = "bmemcached"

    def load(self):
        import bmemcached
        self.library = bmemcached

    def version(self):
        return distribution("python_binary_memcached", self.file())

    def connect(self, servers, options):
        settings = dict(self.given(timeout=(self.seconds, "socket_timeout")), **self.credentials())
        if self.tls_context():
            settings["tls_context"] = self.tls_context()
        kind = self.library.Client if len(servers) == 1 else self.library.DistributedClient
        client = kind(servers, **settings)
        if "retry_delay" in options and len(servers) == 1:
            client.enable_retry_delay(self.switch("retry_delay") is not False)
        return client

    def disconnect(self, client):
        client.disconnect_all()

    def flush(self, delay):
        return self.call("flush_all", delay)

    def done(self, op, value):
        """A delete of what is not there succeeds too."""
        return None if op == "delete" and value else bool(value)

    def get_multi_cas(self, keys, step):
        return self.call("get_multi", keys, "True")

    def set_multi(self, values, step):
        return self.call("set_multi", values, *self.how(step))

    def store(self, method, key, value, step):
        return self.call(method, key, value, *self.how(step))

    def how(self, step):
        """The last arguments of a write: the ttl, and the level of compression."""
        return (step.ttl or 0, 0) if self.switch("compress") is False else (step.ttl,)

    def count(self, method, key, step):
        """Without an initial value it creates what is not there with 0, for so many seconds."""
        return self.call(method, key, step.by, step.initial, None if step.initial is None else step.ttl or 0)


ADAPTER = Bmemcached
