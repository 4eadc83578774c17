# coding: utf-8
"""How long new clients take until they have a first reply: each is created, connects, and makes one call."""
from .meter import now
from .worker import Clients, Part


def measured(adapter, message):
    """[ns, ...] of as many clients, one after the other, as a `connect` request asks for. The source of the call is compiled in
    between, untimed."""
    scenario = message["scenario"]
    part = Part(adapter, scenario, message.get("prefix") or "", scenario.get("keys") or {}, None)
    return [one(adapter, part, message) for _ in range(message["times"])]


def one(adapter, part, message):
    """int ns"""
    clients = Clients(adapter, message, None)
    try:
        began = now()
        client = clients.at(0)
        created = now()
        call = part.compiled.once(client)
        called = now()
        call()
        return now() - called + created - began
    finally:
        clients.close()
