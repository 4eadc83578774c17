# coding: utf-8
"""Runs lists of steps at the same time, over one client: in threads, or in processes that were forked when the connection was
open. Each way takes the number of lists, and a function that runs the list of a number; all have begun before any goes on."""
import os
import threading

from ..failure import NotOffered


def named(name):
    """The way that a step names; NotOffered for one that this runtime lacks."""
    if name not in WAYS:
        raise NotOffered("calls at once in %s" % name, "driver")
    return WAYS[name]


def threads(count, run):
    """A thread for each."""
    ready, go = threading.Semaphore(0), threading.Event()

    def begin(lane):
        ready.release()
        go.wait()
        run(lane)
    lanes = [threading.Thread(target=begin, args=(lane,)) for lane in range(count)]
    for lane in lanes:
        lane.start()
    for _ in lanes:
        ready.acquire()
    go.set()
    for lane in lanes:
        lane.join()


def contexts(count, run):
    """A thread for each, in a copy of the context of the thread that connected. Frameworks pass contexts on in this way."""
    try:
        import contextvars
    except ImportError:
        raise NotOffered("calls at once in copied contexts", "driver")
    copies = [contextvars.copy_context() for _ in range(count)]
    threads(count, lambda lane: copies[lane].run(run, lane))


def greenlets(count, run):
    """A greenlet for each: they take turns where one waits."""
    try:
        import gevent
    except ImportError:
        raise NotOffered("calls at once in greenlets", "driver")
    gevent.joinall([gevent.spawn(run, lane) for lane in range(count)])


def fork(count, run):
    """All at once."""
    forked(count, run, ("children", "parent", "wait"))


def fork_child_first(count, run):
    """Here when the children have ended."""
    forked(count, run, ("children", "wait", "parent"))


def fork_parent_first(count, run):
    """Here, and then in the children."""
    forked(count, run, ("parent", "children", "wait"))


def forked(count, run, order):
    """The first list runs here, each other one in a child."""
    gate, opened = os.pipe()
    children = []
    for lane in range(1, count):
        pid = os.fork()
        if pid == 0:
            try:
                os.close(opened)
                os.read(gate, 1)
                run(lane)
            finally:
                os._exit(0)
        children.append(pid)
    acts = {"children": lambda: [os.close(pipe) for pipe in (gate, opened)], "parent": lambda: run(0),
            "wait": lambda: [os.waitpid(pid, 0) for pid in children]}
    for act in order:
        acts[act]()


WAYS = {"threads": threads, "contexts": contexts, "greenlets": greenlets, "fork": fork,
        "fork-child-first": fork_child_first, "fork-parent-first": fork_parent_first}
