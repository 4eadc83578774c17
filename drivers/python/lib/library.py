# coding: utf-8
"""The common part of adapters of client libraries: one module, with the method names that nearly all of them have. An adapter
overrides its differences."""
from .adapter import Adapter, Guarded, main_file
from .failure import NotOffered


class LibraryAdapter(Adapter):
    """Its `load` sets `library`, the module."""

    unanswered = None  # the argument by which a writing call waits for no reply
    absent = None  # the name of the exception of a counter that is absent
    versions = True  # False: only a client with the option cas=on reads versions
    swaps_by = ("gets", "cas")  # the methods that `swap` calls
    multi_cas = "get_multi_cas"  # the method that reads several values with their versions

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

    def get_multi_cas(self, keys, step):
        return self.offered(self.multi_cas, keys)

    def set_multi(self, values, step):
        return self.offered("set_multi", values, step.ttl)

    def delete_multi(self, keys, step):
        return self.offered("delete_multi", keys)

    def delete(self, key, step):
        return self.written(step, "delete", key)

    def incr(self, key, step):
        return self.count("incr", key, step)

    def decr(self, key, step):
        return self.count("decr", key, step)

    def append(self, key, value, step):
        return self.join("append", key, value, step)

    def prepend(self, key, value, step):
        return self.join("prepend", key, value, step)

    def gat(self, key, step):
        return self.offered("gat", key, step.ttl)

    def touch(self, key, step):
        return self.offered("touch", key, step.ttl)

    def cas(self, key, value, step):
        """Source of a call of `swap`, which bind adds: a user reads the value and its version in one call, and writes in a
        second one."""
        if not self.versions and self.switch("cas") is not True:
            raise NotOffered("cas (it is with cas=on)")
        wait = "await " if self.mode.name == "asyncio" else ""
        source = "%sswap(c, %s, %s, %s)" % (wait, key, value, step.ttl or 0)
        return source if all(hasattr(self.kind(), name) for name in self.swaps_by) else None

    def bind(self, client):
        return {"c": client, "swap": swap}

    def kind(self):
        """The client's class."""
        return self.library.Client

    def offered(self, method, *arguments):
        """Source of a call, or None where this version of the client has no such method."""
        return self.call(method, *arguments) if hasattr(self.kind(), method) else None

    def join(self, method, key, value, step):
        """Source of a call that adds bytes to a value, or None."""
        return self.offered(method, key, value)

    def store(self, method, key, value, step):
        """Source of a call that writes."""
        return self.written(step, method, key, value, step.ttl)

    def count(self, method, key, step):
        """Source of a call that counts, or None: most know of no initial value."""
        source = None if step.initial is not None else self.written(step, method, key, step.by)
        return Guarded(source, self.absent) if source and self.absent else source

    def written(self, step, method, *arguments):
        """Source of a call that, in a quiet block, waits for no reply."""
        return self.call(method, *(arguments + (self.unanswered,) if step.quiet else arguments))


def swap(client, key, value, ttl):
    """Reads a value with its version and stores another in its place; False where there is none, or it has changed."""
    version = client.gets(key)[1]
    return version is not None and client.cas(key, value, version, ttl)
