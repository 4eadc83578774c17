# coding: utf-8
"""Django's PyLibMCCache, over pylibmc. It has no pool: each thread has a client."""
from __future__ import absolute_import

from cachemark_driver.django_store import DjangoStore
from .pylibmc import BEHAVIORS, timeouts


class DjangoPylibmc(DjangoStore):
    name = "django_pylibmc"
    backend = "PyLibMCCache"

    def load_client(self):
        import pylibmc
        return pylibmc

    def settings(self):
        behaviors = self.switches(BEHAVIORS)
        if "timeout" in self.options:
            behaviors.update(timeouts(self.seconds("timeout")))
        if "retry_delay" in self.options:
            behaviors["retry_timeout"] = int(self.seconds("retry_delay") or 0)
        login = zip(("username", "password"), self.login("sasl") or ())
        return dict(self.switches({"binary": "binary"}), behaviors=behaviors, **dict(login))


ADAPTER = DjangoPylibmc
