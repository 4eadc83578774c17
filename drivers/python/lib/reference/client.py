# coding: utf-8
"""The reference client: the least Python that speaks memcached's text protocol correctly over a plain socket.

Correctly includes the duties of a client: a call has its connection for itself, and a forked child never uses that of its
parent. Every wait has a deadline, keys are validated, and a reply must name the requested key."""
import threading
import time
from zlib import crc32

from .fetches import Fetches
from .line import Server
from .local_cache import LocalCache
from .pool import Pool
from .quiet import Quiet
from .reply import (ADDED, DELETED, HIT, LOST, MORE, STORED, SWAPPED, TOUCHED, Many, absent, alike, counted, created, leased, many,
                    one, said, versioned)

try:
    from cPickle import HIGHEST_PROTOCOL, dumps
except ImportError:
    from pickle import HIGHEST_PROTOCOL, dumps

# A meta get that leaves an empty item for the seconds that a caller has for its value.
LEASE = b" f v N30\r\n"
# Seconds between two questions of those that wait.
WAIT_S = 0.005
FORBIDDEN = bytes(bytearray(range(33))) + b"\x7f"


class BadKey(ValueError):
    """memcached would misunderstand the key."""


def checked(key):
    """bytes: the key as it is sent."""
    try:
        name = key if isinstance(key, bytes) else key.encode("utf-8")
    except AttributeError:
        raise BadKey(repr(key))
    if not 0 < len(name) <= 250 or len(name.translate(None, FORBIDDEN)) != len(name):
        raise BadKey(repr(key))
    return name


class Client(Fetches):
    """Of one server, or a ring of some."""

    def __init__(self, servers, timeout=1.0, context=None, login=None):
        """servers: list of "host:port" or unix socket paths; timeout: seconds per wait; the others as in Server."""
        self._pools = [Pool(Server(address, context, login), timeout) for address in servers]
        self._only = self._pools[0] if len(servers) == 1 else None
        self._open = threading.local()

    def get(self, key):
        """The value, or None for a miss."""
        name = checked(key)
        return self._ask(self._only or self._pool(name), b"get " + name + b"\r\n", one, name)

    def gat(self, key, ttl=0):
        """The value of a hit, which lives so many seconds from now on; None for a miss."""
        name = checked(key)
        return self._ask(self._only or self._pool(name), ("gat %d " % ttl).encode("ascii") + name + b"\r\n", one, name)

    def get_multi(self, keys):
        """dict of the keys that are present."""
        found = {}
        for pool, asked in self._spread(keys):
            found.update(self._collect(pool, asked))
        return found

    def get_multi_cas(self, keys):
        """dict of (value, version) of the keys that are present."""
        found = {}
        for pool, asked in self._spread(keys):
            found.update(self._collect(pool, asked, b"gets ", True))
        return found

    def set_multi(self, values, ttl, raw):
        """True; raises unless all were stored. values: dict by key."""
        for pool, own in self._spread(values):
            self._store_all(pool, own, values, ttl, raw)
        return True

    def delete_multi(self, keys):
        """list of the keys that were absent already."""
        missing = []
        for pool, own in self._spread(keys):
            missing += self._delete_all(pool, own)
        return missing

    def set(self, key, value, ttl, raw):
        """True; raises unless it was stored."""
        return self._write(b"set ", key, value, ttl, raw, STORED)

    def add(self, key, value, ttl, raw):
        """True stored, False present already."""
        return self._write(b"add ", key, value, ttl, raw, ADDED)

    def append(self, key, data):
        """True put behind the bytes of a value, False absent."""
        return self._write(b"append ", key, data, 0, True, ADDED)

    def prepend(self, key, data):
        """The same before them."""
        return self._write(b"prepend ", key, data, 0, True, ADDED)

    def cas(self, key, value, ttl, raw):
        """Reads the value and stores another in its place: True; False absent, or changed by somebody else meanwhile."""
        found = self._versioned(key)
        return found is not None and self._swap(key, value, ttl, raw, found[1])

    def touch(self, key, ttl=0):
        """True it lives so many seconds from now on, False absent."""
        name = checked(key)
        return self._ask(self._only or self._pool(name), b"touch " + name + (" %d\r\n" % ttl).encode("ascii"), said, TOUCHED)

    def fetch_locked(self, key, ttl, raw, compute):
        """The value of a hit; else one caller stores its compute()'s and returns it, and the others wait for that.

        The server says who may: a meta get of an absent key leaves an empty item, and only its caller gets the flag W. If the
        value never comes, that item expires, and another caller may."""
        state, value = self._leased(key)
        while state == LOST:
            time.sleep(WAIT_S)
            state, value = self._leased(key)
        if state == HIT:
            return value
        try:
            value = compute()
            self.set(key, value, ttl, raw)
        except BaseException:  # others need not wait for a value that does not come
            self.delete(key)
            raise
        return value

    def delete(self, key):
        """True deleted, False absent already."""
        name = checked(key)
        return self._ask(self._only or self._pool(name), b"delete " + name + b"\r\n", said, DELETED)

    def incr(self, key, by, initial, ttl):
        """int after the change, or None when absent and no initial is given."""
        return self._change(b"incr", b"I", key, by, initial, ttl)

    def decr(self, key, by, initial, ttl):
        """The same downwards."""
        return self._change(b"decr", b"D", key, by, initial, ttl)

    def flush(self, delay):
        """True: so many seconds from now on, the servers are empty."""
        for pool in self._pools:
            self._ask(pool, ("flush_all %d\r\n" % delay).encode("ascii"), alike, b"OK\r\n")
        return True

    def local_cache(self):
        """A client that remembers what it has read, for one iteration."""
        return LocalCache(self)

    def quiet(self):
        """A context manager. In its block the thread makes writes that wait for no reply by `quieted`."""
        def place(key):
            name = checked(key)
            return name, self._only or self._pool(name)
        self._open.block = Quiet(place, lambda: setattr(self._open, "block", None))
        return self._open.block

    def quieted(self):
        """The open Quiet of this thread."""
        return self._open.block

    def close(self):
        """Closes the idle connections."""
        for pool in self._pools:
            pool.close()

    def _pool(self, name):
        return self._pools[(crc32(name) & 0xffffffff) % len(self._pools)]

    def _ask(self, pool, command, read, argument):
        """The result of read(reply, argument) for the reply to a command."""
        line = pool.take()
        try:
            reply = line.ask(command)
            answer = read(reply, argument)
            while answer is MORE:
                reply = line.longer(reply)
                answer = read(reply, argument)
        except BaseException:
            line.close()
            raise
        pool.give(line)
        return answer

    def _versioned(self, key):
        name = checked(key)
        return self._ask(self._only or self._pool(name), b"gets " + name + b"\r\n", versioned, name)

    def _leased(self, key):
        name = checked(key)
        return self._ask(self._only or self._pool(name), b"mg " + name + LEASE, leased, None)

    def _swap(self, key, value, ttl, raw, version):
        name = checked(key)
        data = value if raw else dumps(value, HIGHEST_PROTOCOL)
        head = (" %d %d %d %d\r\n" % (not raw, ttl, len(data), version)).encode("ascii")
        return self._ask(self._only or self._pool(name), b"cas " + name + head + data + b"\r\n", said, SWAPPED)

    def _write(self, verb, key, value, ttl, raw, meanings):
        name = checked(key)
        data = value if raw else dumps(value, HIGHEST_PROTOCOL)
        head = (" %d %d %d\r\n" % (not raw, ttl, len(data))).encode("ascii")
        return self._ask(self._only or self._pool(name), verb + name + head + data + b"\r\n", said, meanings)

    def _change(self, verb, mode, key, by, initial, ttl):
        """With an initial value one meta command counts, or stores that."""
        name = checked(key)
        pool = self._only or self._pool(name)
        if initial is None:
            return self._ask(pool, verb + b" " + name + (" %d\r\n" % by).encode("ascii"), counted, None)
        flags = (" D%d J%d N%d v\r\n" % (by, initial, ttl)).encode("ascii")
        return self._ask(pool, b"ma " + name + b" M" + mode + flags, created, None)

    def _spread(self, keys):
        """[(pool, [(key, name)])]"""
        asked = [(key, checked(key)) for key in keys]
        if self._only:
            return [(self._only, asked)]
        return [(pool, own) for pool, own in
                ((pool, [pair for pair in asked if self._pool(pair[1]) is pool]) for pool in self._pools) if own]

    def _collect(self, pool, asked, verb=b"get ", versions=False):
        return self._ask(pool, verb + b" ".join([name for _, name in asked]) + b"\r\n", many, Many(asked, versions))

    def _store_all(self, pool, own, values, ttl, raw):
        """All commands at once, then all replies."""
        commands = []
        for key, name in own:
            data = values[key] if raw else dumps(values[key], HIGHEST_PROTOCOL)
            commands += (b"set ", name, (" %d %d %d\r\n" % (not raw, ttl, len(data))).encode("ascii"), data, b"\r\n")
        return self._ask(pool, b"".join(commands), alike, b"STORED\r\n" * len(own))

    def _delete_all(self, pool, own):
        commands = b"".join([b"delete " + name + b"\r\n" for _, name in own])
        return self._ask(pool, commands, absent, [key for key, _ in own])
