# coding: utf-8
"""The reference: the least Python that does the same work correctly on a plain socket, for client and store scenarios alike
(bare values, correct commands). In asyncio its calls are awaited; there it has no local cache."""
from __future__ import absolute_import

import os
import sys

from cachemark_driver.adapter import Adapter, main_file
from cachemark_driver.compiler import KEY
from cachemark_driver.failure import NotOffered
from cachemark_driver.reference import client


class Socket(Adapter):
    name = "socket"
    awaits = True

    def version(self):
        return sys.version.split()[0]

    def file(self):
        return main_file(client)

    def roots(self):
        return [os.path.dirname(self.file())]

    def connect(self, servers, options):
        if self.mode.name != "asyncio":
            return client.Client(servers, float(options.get("timeout", 1.0)), self.tls_context(), self.login("text"))
        from cachemark_driver.reference.awaited import AwaitedClient
        return AwaitedClient(servers, float(options.get("timeout", 1.0)), self.tls_context(), self.login("text"))

    def disconnect(self, client):
        client.close()

    def flush(self, delay):
        return None if self.mode.name == "asyncio" else self.call("flush", delay)

    def quiet(self):
        return None if self.mode.name == "asyncio" else "c.quiet()"

    def set(self, key, value, step):
        return self.call(self.quietly("set", step), key, value, step.ttl or 0, step.raw)

    def get(self, key, step):
        return self.call("get", key)

    def get_multi(self, keys, step):
        return self.call("get_multi", keys)

    def get_multi_cas(self, keys, step):
        return self.call("get_multi_cas", keys)

    def set_multi(self, values, step):
        return self.call("set_multi", values, step.ttl or 0, step.raw)

    def delete_multi(self, keys, step):
        return self.call("delete_multi", keys)

    def gat(self, key, step):
        return self.call("gat", key, step.ttl or 0)

    def delete(self, key, step):
        return self.call(self.quietly("delete", step), key)

    def add(self, key, value, step):
        return self.call(self.quietly("add", step), key, value, step.ttl or 0, step.raw)

    def append(self, key, value, step):
        return self.call("append", key, value)

    def prepend(self, key, value, step):
        return self.call("prepend", key, value)

    def cas(self, key, value, step):
        return self.call("cas", key, value, step.ttl or 0, step.raw)

    def touch(self, key, step):
        return self.call("touch", key, step.ttl or 0)

    def incr(self, key, step):
        return self.count("incr", key, step)

    def decr(self, key, step):
        return self.count("decr", key, step)

    def count(self, method, key, step):
        """Source of a call that counts."""
        if step.quiet:
            return self.call(self.quietly(method, step), key, step.by)
        return self.call(method, key, step.by, str(step.initial), step.ttl or 0)

    def quietly(self, method, step):
        """The method for a step, which a quiet block has too."""
        return "quieted()." + method if step.quiet else method

    def write(self, key, value, step):
        return (self.add if step.unless_exist else self.set)(key, value, step)

    def fetch(self, key, value, step):
        """Without a value it is a read. The reference stores bare values, which tell nobody when they expire."""
        if step.race_condition_ttl:
            return None
        return self.call("fetch", key, step.ttl or 0, step.raw, "lambda: " + value) if value else self.get(key, step)

    def fetch_locked(self, key, value, step):
        return self.call("fetch_locked", key, step.ttl or 0, step.raw, "lambda: " + value) if value else self.get(key, step)

    def fetch_multi(self, keys, value, step):
        compute = "lambda %s: %s" % (KEY, value)
        return self.call("fetch_multi", keys, step.ttl or 0, step.raw, compute) if value else self.get_multi(keys, step)

    read = get
    read_multi = get_multi
    write_multi = set_multi
    increment = incr
    decrement = decr

    def local_cache(self, lines):
        """Source: inside, `c` is a client with a dict of this iteration in front of it."""
        if self.mode.name == "asyncio":
            raise NotOffered("local_cache in mode " + self.mode.text)
        return ["c = c.local_cache()"] + lines + ["c = c.client"]


ADAPTER = Socket
