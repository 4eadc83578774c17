# coding: utf-8
"""Crews: the workers of a cell, and how they work at the same time. A crew has

    each(task, *arguments)      -> the workers' answers, one after the other
    run(task, arguments, watch) -> Outcome: worker w does task(*arguments[w]); all are let go at once
    dealer(due)                 -> the calls of an open loop, which each worker's task `paced` is given
    close()                     lets go of the clients
"""


def crew(mode, parts, clients):
    """The crew of a Mode. parts: list of Part; clients: Clients."""
    if mode.name == "sync":
        from .sync import Sync as kind
    elif mode.name == "processes":
        from .processes import Processes as kind
    elif mode.name == "asyncio":
        from .tasks import Tasks as kind
    else:
        from .threads import Threads as kind
    return kind(mode, parts, clients)
