# coding: utf-8
"""The workers of a cell, and how they work at the same time. Each kind has

    each(task, *arguments)      -> the workers' answers, one after the other
    run(task, arguments, watch) -> Race: worker w does task(*arguments[w]); all are let go at once
    due_calls(due)                 -> the calls of an open loop, which each worker's task `paced` is given
    close()                     lets go of the clients
"""
from ..failure import NotOffered


def workers(mode, parts, clients):
    """The workers of a Mode. parts: list of Part; clients: Clients."""
    if mode.name == "sync":
        from .sync import Sync as kind
    elif mode.name == "processes":
        try:
            from .processes import Processes as kind
        except ImportError:
            raise NotOffered("mode %s, which needs ctypes" % mode.text, "driver")
    elif mode.name == "asyncio":
        from .tasks import Tasks as kind
    else:
        from .threads import Threads as kind
    return kind(mode, parts, clients)
