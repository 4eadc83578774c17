# coding: utf-8
"""pylibmc: libmemcached behind a Python extension; the text protocol unless binary=on, as it ships. A value that is bytes or
text is stored as it is, a number as its digits, anything else pickled. Counting up what is not there is an exception.

With a pool, each call reserves a client, as in its documentation. A call waits for a client of ClientPool (block=True), which
would raise otherwise."""
from __future__ import absolute_import

import re

from cachemark_driver.adapter import Guarded, main_file
from cachemark_driver.failure import NotOffered
from cachemark_driver.library import LibraryAdapter, swap
from cachemark_driver.pool import Pool

BEHAVIORS = dict((name, name) for name in ("tcp_nodelay", "no_block", "cas", "buffer_requests", "ketama"))


class Pylibmc(LibraryAdapter):
    name = "pylibmc"

    def load(self):
        import pylibmc
        import _pylibmc
        self.library, self.extension = pylibmc, _pylibmc

    def libraries(self):
        return [(self.name, self.version(), self.file()), ("_pylibmc", self.version(), main_file(self.extension)),
                ("libmemcached", self.library.libmemcached_version, mapped("libmemcached.so"))]

    def connect(self, servers, options):
        settings = behaviors(self)
        if self.switch("verify_keys") is True:  # the binary protocol refuses even to have it off
            settings["verify_keys"] = True
        login = dict(zip(("username", "password"), self.login("sasl") or ()))
        client = self.library.Client(servers, binary=self.switch("binary") is True, behaviors=settings, **login)
        if self.pool() == "client":
            return self.library.ClientPool(client, int(self.options["pool_size"]))
        return self.library.ThreadMappedPool(client) if self.pool() else client

    def pool(self):
        """The kind of its pool, or None."""
        return self.options.get("pool") or None

    def pools(self, client):
        if self.pool() == "client":
            return [Pool(client, "get", client.maxsize, lambda: not client.empty())]
        return [Pool(client, "pop", None)] if self.pool() else []

    def reservation(self):
        return {"client": "pool.reserve(block=True)", "thread-mapped": "pool.reserve()"}.get(self.pool())

    def flush(self, delay):
        return None if self.reservation() else "c.flush_all(time=%s)" % delay

    def disconnect(self, client):
        """Clients of a pool are let go of with it."""
        if not self.pool():
            client.disconnect_all()

    def bind(self, client):
        return {"pool" if self.pool() else "c": client, "swap": swap, "NotFound": self.library.NotFound}

    def cas(self, key, value, step):
        """Only a client that was made for it offers it."""
        if self.switch("cas") is not True:
            raise NotOffered("cas (it is with cas=on)")
        return Guarded(LibraryAdapter.cas(self, key, value, step), "NotFound", "False")

    def count(self, method, key, step):
        source = LibraryAdapter.count(self, method, key, step)
        return source and Guarded(source, "NotFound")


def behaviors(adapter):
    """Those that each client of this library has."""
    found = adapter.switches(BEHAVIORS)
    if "timeout" in adapter.options:
        found.update(timeouts(adapter.seconds("timeout")))
    if "retry_delay" in adapter.options:
        found["retry_timeout"] = int(adapter.seconds("retry_delay") or 0)
    if adapter.options.get("dead_timeout") not in (None, False, "off"):
        found["dead_timeout"] = int(adapter.seconds("dead_timeout"))
    if "remove_failed" in adapter.options:
        found.update(remove_failed=1, failure_limit=int(adapter.options["remove_failed"]))  # the former is a switch
    return found


def timeouts(seconds):
    """The behaviors that make every wait so long, or endless for None; each in the unit that it has there."""
    if seconds is None:
        return {"_poll_timeout": -1}
    milliseconds, microseconds = int(seconds * 1e3), int(seconds * 1e6)
    return {"connect_timeout": milliseconds, "_poll_timeout": milliseconds, "send_timeout": microseconds,
            "receive_timeout": microseconds}


def mapped(name):
    """The path of a shared library that this process has loaded, or None."""
    with open("/proc/self/maps") as maps:
        found = re.search(r"(/\S*/%s\S*)" % re.escape(name), maps.read())
    return found and found.group(1)


ADAPTER = Pylibmc
