# coding: utf-8
"""libmc (text protocol, C++ behind Cython). It stores bytes as they are, a number as its digits, and anything else marshalled.
An error is a miss, or a write that was not done. pool=on is its client for several threads; a plain one refuses a second one."""
from __future__ import absolute_import

from cachemark_driver.library import LibraryAdapter


class Libmc(LibraryAdapter):
    name = "libmc"

    def load(self):
        import libmc
        self.library = libmc

    def connect(self, servers, options):
        kind = self.library.ThreadedClient if self.switch("pool") else self.library.Client
        client = kind(servers, **self.given(no_reply=(self.switch, "noreply"), split=(self.switch, "do_split"),
                                            failover=(self.switch, "failover")))
        for option, value in self.limits(options).items():
            client.config(option, value)
        return client

    def limits(self, options):
        """{option of the library: value in its unit} of the options that are given; it takes no endless ones."""
        limits = {}
        if "timeout" in options:
            milliseconds = int(self.seconds("timeout") * 1e3)
            limits = {self.library.MC_POLL_TIMEOUT: milliseconds, self.library.MC_CONNECT_TIMEOUT: milliseconds}
        if "retry_delay" in options:
            limits[self.library.MC_RETRY_TIMEOUT] = int(self.pause("retry_delay"))
        return limits

    def disconnect(self, client):
        if not self.switch("pool"):
            client.quit()

    def quiet(self):
        return "" if self.switch("no_reply") else None

    def done(self, op, value):
        """A write that waited for no answer does not say. A delete of what is not there succeeds, too."""
        return None if self.switch("no_reply") or op == "delete" and value else LibraryAdapter.done(self, op, value)

    def done_of_many(self, op, value):
        """A delete_multi returns whether the servers answered."""
        return None if op == "delete_multi" else LibraryAdapter.done_of_many(self, op, value)


ADAPTER = Libmc
