# coding: utf-8
"""pylibmc: libmemcached behind a Python extension; the text protocol unless binary=on, as it ships. A value that is bytes or
text is stored as it is, a number as its digits, anything else pickled. Counting up what is not there is an exception.

With a pool, each call reserves a client, as in its documentation. A call waits for a client of ClientPool (block=True), which
would raise otherwise."""
from __future__ import absolute_import

import re

from cachemark_driver.adapter import Guarded, main_file
from cachemark_driver.library import LibraryAdapter, swap
from cachemark_driver.pool import Pool


class Pylibmc(LibraryAdapter):
    name = "pylibmc"
    absent = "NotFound"
    versions = False

    def load(self):
        import pylibmc
        self.library = pylibmc

    def libraries(self):
        extension = main_file(self.library.client._pylibmc)
        return [(self.name, self.version(), self.file()), ("_pylibmc", self.version(), extension),
                ("libmemcached", self.library.libmemcached_version, mapped("libmemcached.so"))]

    def connect(self, servers, options):
        client = self.library.Client(servers, binary=self.switch("binary") is True, behaviors=behaviors(self), **self.credentials())
        if options.get("pool") == "client":
            return self.library.ClientPool(client, self.number("pool_size"))
        return self.library.ThreadMappedPool(client) if options.get("pool") else client

    def pools(self, client):
        if self.options.get("pool") == "client":
            return [Pool(client, "get", client.maxsize, lambda: not client.empty())]
        return [Pool(client, "pop", None)] if self.reservation() else []

    def reservation(self):
        return {"client": "pool.reserve(block=True)", "thread-mapped": "pool.reserve()"}.get(self.options.get("pool"))

    def flush(self, delay):
        return None if self.reservation() else "c.flush_all(time=%s)" % delay

    def disconnect(self, client):
        if not self.reservation():  # those of a pool are let go of with it
            client.disconnect_all()

    def bind(self, client):
        return {"pool" if self.reservation() else "c": client, "swap": swap, "NotFound": self.library.NotFound}

    def cas(self, key, value, step):
        return Guarded(LibraryAdapter.cas(self, key, value, step), "NotFound", "False")


def behaviors(adapter):
    """Those of a client: only what is given. The binary protocol refuses even to have verify_keys off."""
    switches = ("tcp_nodelay", "no_block", "cas", "buffer_requests", "ketama", "verify_keys")
    found = adapter.given(remove_failed=(adapter.number, "failure_limit"), retry_delay=(adapter.pause, "retry_timeout"),
                          dead_timeout=(adapter.pause, "dead_timeout"), **dict((name, (adapter.switch, name)) for name in switches))
    if "failure_limit" in found:
        found["remove_failed"] = True
    seconds = adapter.seconds("timeout") if "timeout" in adapter.options else 0
    if seconds:  # each in the unit that it has there
        found.update(connect_timeout=seconds * 1e3, send_timeout=seconds * 1e6, receive_timeout=seconds * 1e6)
    if seconds != 0:
        found["_poll_timeout"] = -1 if seconds is None else seconds * 1e3
    return dict((name, int(value)) for name, value in found.items() if value or name not in ("verify_keys", "dead_timeout"))


def mapped(name):
    """The path of a shared library that this process has loaded, or None."""
    with open("/proc/self/maps") as maps:
        found = re.search(r"(/\S*/%s\S*)" % re.escape(name), maps.read())
    return found and found.group(1)


ADAPTER = Pylibmc
