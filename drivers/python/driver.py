# coding: utf-8
"""Cachemark's driver for Python: one process, JSON lines on stdin and stdout (protocol/spec.md, level 3).

It loads one client, or several, and makes the calls of plans. One code base runs on
Python 2.7 and 3; it uses the standard library only.
"""
import os
import sys
import types

HERE = os.path.dirname(os.path.realpath(__file__))


def private_stdout():
    """The protocol's own stdout: what a client prints goes to stderr, and must not damage the conversation."""
    protocol = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return protocol


def package(name, folder):
    """Makes a folder importable under a name that no client has."""
    module = types.ModuleType(name)
    module.__path__ = [os.path.join(HERE, folder)]
    sys.modules[name] = module


if __name__ == "__main__":
    protocol = private_stdout()
    sys.dont_write_bytecode = True  # neither here nor in a client's folder, whose digest is reported
    sys.path[:] = [path for path in sys.path if os.path.realpath(path) != HERE]
    package("cachemark_driver", "lib")
    package("cachemark_adapters", "adapters")
    package("cachemark_mutants", "mutants")
    from cachemark_driver.conversation import Conversation
    Conversation(os.fdopen(0, "rb"), protocol).run()
