# coding: utf-8
"""Django's PyLibMCCache, over pylibmc. It has no pool: each thread has a client."""
from __future__ import absolute_import

from cachemark_driver.django_store import DjangoStore
from .pylibmc import behaviors


class DjangoPylibmc(DjangoStore):
    name = "django_pylibmc"
    backend = "PyLibMCCache"

    def load_client(self):
        import pylibmc
        return pylibmc

    def settings(self):
        return dict(self.given(binary=(self.switch, "binary")), behaviors=behaviors(self), **self.credentials())


ADAPTER = DjangoPylibmc
