# coding: utf-8
"""A block of writes whose replies are not waited for.

It has a connection for each server that it writes to. They return to their pools when the server has answered a last question,
because it reports some errors even to those who want no reply. Other calls never share them."""
import os
import re

try:
    from cPickle import HIGHEST_PROTOCOL, dumps
except ImportError:
    from pickle import HIGHEST_PROTOCOL, dumps

ANSWER = re.compile(b"(?:^|\\n)VERSION [^\\r\\n]*\\r\\n\\Z")


class Quiet(object):
    """place: a function of a key that returns its name and its Pool; ended: called when the block has ended."""

    def __init__(self, place, ended):
        self._place = place
        self._ended = ended
        self._lines = {}

    def set(self, key, value, ttl, raw):
        self._write(b"set ", key, value, ttl, raw)

    def add(self, key, value, ttl, raw):
        self._write(b"add ", key, value, ttl, raw)

    def delete(self, key):
        self._tell(b"delete ", key, b"")

    def incr(self, key, by):
        self._tell(b"incr ", key, (" %d" % by).encode("ascii"))

    def decr(self, key, by):
        self._tell(b"decr ", key, (" %d" % by).encode("ascii"))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            if error[0] is None:
                self._finish()
        finally:
            self._ended()
            for line in self._lines.values():
                line.close()

    def _finish(self):
        """Returns every connection to its pool."""
        for pool in list(self._lines):
            line = self._lines[pool]
            reply = line.ask(b"version\r\n")
            while not ANSWER.search(reply):
                reply += line.more()
            pool.give(self._lines.pop(pool))

    def _write(self, verb, key, value, ttl, raw):
        data = value if raw else dumps(value, HIGHEST_PROTOCOL)
        self._tell(verb, key, (" %d %d %d" % (not raw, ttl, len(data))).encode("ascii"), data + b"\r\n")

    def _tell(self, verb, key, arguments, data=b""):
        name, pool = self._place(key)
        line = self._lines.get(pool)
        if line is None or line.pid != os.getpid():  # a child does not use the connection of its parent
            line = self._lines[pool] = pool.take()
        line.tell(verb + name + arguments + b" noreply\r\n" + data)
