# coding: utf-8
"""What the adapters of client libraries share: one module, with the method names that nearly all of them have. An adapter
says what is otherwise in its own."""
from .adapter import Adapter, main_file


class LibraryAdapter(Adapter):
    """Its `load` sets `library`, the module."""

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

    def delete(self, key, step):
        return self.call("delete", key)

    def incr(self, key, step):
        return self.count("incr", key, step)

    def decr(self, key, step):
        return self.count("decr", key, step)

    def store(self, method, key, value, step):
        """Source of a call that writes."""
        return self.call(method, key, value, step.ttl)

    def count(self, method, key, step):
        """Source of a call that counts, or None: most know of no initial value."""
        return None if step.initial is not None else self.call(method, key, step.by)
