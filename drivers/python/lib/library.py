# coding: utf-8
"""The common part of adapters of client libraries: one module, with the method names that nearly all of them have. An adapter
overrides its differences."""
from .adapter import Adapter, main_file


class LibraryAdapter(Adapter):
    """Its `load` sets `library`, the module."""

    unanswered = None  # the argument by which a writing call waits for no reply

    def quiet(self):
        return "" if self.unanswered else None

    def version(self):
        return self.library.__version__

    def file(self):
        return main_file(self.library)

    def set(self, key, value, step):
        return self.store("set", key, value, step)

    def add(self, key, value, step):
        return self.store("add", key, value, step)

    def get(self, key, step):
        return self.call("get", key)

    def get_multi(self, keys, step):
        return self.call("get_multi", keys)

    def set_multi(self, values, step):
        return self.offered("set_multi", values, step.ttl)

    def delete_multi(self, keys, step):
        return self.offered("delete_multi", keys)

    def delete(self, key, step):
        return self.call("delete", key, *self.silence(step))

    def incr(self, key, step):
        return self.count("incr", key, step)

    def decr(self, key, step):
        return self.count("decr", key, step)

    def append(self, key, value, step):
        return self.offered("append", key, value)

    def prepend(self, key, value, step):
        return self.offered("prepend", key, value)

    def gat(self, key, step):
        return self.offered("gat", key, step.ttl)

    def touch(self, key, step):
        return self.offered("touch", key, step.ttl)

    def cas(self, key, value, step):
        """Source of a call of `swap`, which bind adds: a user reads the value and its version in one call, and writes in a
        second one."""
        wait = "await " if self.mode.name == "asyncio" else ""
        source = "%sswap(c, %s, %s, %s)" % (wait, key, value, step.ttl or 0)
        return source if hasattr(self.kind(), "gets") and hasattr(self.kind(), "cas") else None

    def bind(self, client):
        return {"c": client, "swap": swap}

    def kind(self):
        """The client's class."""
        return self.library.Client

    def offered(self, method, *arguments):
        """Source of a call, or None where this version of the client has no such method."""
        return self.call(method, *arguments) if hasattr(self.kind(), method) else None

    def store(self, method, key, value, step):
        """Source of a call that writes."""
        return self.call(method, key, value, step.ttl, *self.silence(step))

    def count(self, method, key, step):
        """Source of a call that counts, or None: most know of no initial value."""
        return None if step.initial is not None else self.call(method, key, step.by, *self.silence(step))

    def silence(self, step):
        """The arguments that only a call of a quiet block has."""
        return [self.unanswered] if step.quiet and self.unanswered else []


def swap(client, key, value, ttl):
    """Reads a value with its version and stores another in its place; False where there is none, or it has changed."""
    version = client.gets(key)[1]
    return version is not None and client.cas(key, value, version, ttl)
