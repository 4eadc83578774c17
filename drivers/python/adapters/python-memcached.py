# coding: utf-8
"""python-memcached (text protocol, pure Python), module `memcache`. It turns errors into misses and zeros: the proof and the
server's counts see them, a block cannot."""
from __future__ import absolute_import

from cachemark_driver.adapter import Adapter, main_file


class PythonMemcached(Adapter):
    name = "python-memcached"

    def load(self):
        import memcache
        self.library = memcache

    def version(self):
        return self.library.__version__

    def file(self):
        return main_file(self.library)

    def connect(self, servers, options):
        settings = {"socket_timeout": self.seconds("timeout")} if "timeout" in options else {}
        return self.library.Client(["unix:" + one if one.startswith("/") else one for one in servers], **settings)

    def disconnect(self, client):
        client.disconnect_all()

    def set(self, key, value, step):
        return self.call("set", key, value, step.ttl)

    def add(self, key, value, step):
        return self.call("add", key, value, step.ttl)

    def get(self, key, step):
        return self.call("get", key)

    def get_multi(self, keys, step):
        return self.call("get_multi", keys)

    def delete(self, key, step):
        return self.call("delete", key)

    def incr(self, key, step):
        return None if step.initial is not None else self.call("incr", key, step.by)

    def decr(self, key, step):
        return None if step.initial is not None else self.call("decr", key, step.by)

    def done(self, op, value):
        """A delete of what is not there succeeds too."""
        return None if op == "delete" and value else bool(value)


ADAPTER = PythonMemcached
