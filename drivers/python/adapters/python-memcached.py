# coding: utf-8
"""python-memcached (text protocol, pure Python), module `memcache`. It turns errors into misses and zeros: the proof and the
server's counts see them, a block cannot."""
from __future__ import absolute_import

from cachemark_driver.library import LibraryAdapter


class PythonMemcached(LibraryAdapter):
    name = "python-memcached"

    def load(self):
        import memcache
        self.library = memcache

    def connect(self, servers, options):
        settings = {"socket_timeout": self.seconds("timeout")} if "timeout" in options else {}
        if "retry_delay" in options:
            settings["dead_retry"] = self.seconds("retry_delay") or 0
        return self.library.Client(["unix:" + one if one.startswith("/") else one for one in servers], **settings)

    def disconnect(self, client):
        client.disconnect_all()

    def done(self, op, value):
        """A delete of what is not there succeeds too."""
        return None if op == "delete" and value else bool(value)


ADAPTER = PythonMemcached
