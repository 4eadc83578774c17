# coding: utf-8
"""Reads replies. Each part is checked: the key is one that was asked for, the value has the length that was announced, nothing
follows the end. A function is given what has come so far, and answers MORE until that is a whole reply."""
import re

try:
    from cPickle import loads
except ImportError:
    from pickle import loads

MORE = object()
HIT, WON, LOST = "hit", "won", "lost"
MISS = b"END\r\n"
LAST = b"\r\nEND\r\n"
PICKLED = b"1"
LONGEST = 8192  # bytes of a line that a server may send
STORED = {b"STORED\r\n": True}
ADDED = {b"STORED\r\n": True, b"NOT_STORED\r\n": False}
SWAPPED = {b"STORED\r\n": True, b"EXISTS\r\n": False, b"NOT_FOUND\r\n": False}
TOUCHED = {b"TOUCHED\r\n": True, b"NOT_FOUND\r\n": False}
DELETED = {b"DELETED\r\n": True, b"NOT_FOUND\r\n": False}
ABSENT = {b"NOT_FOUND\r\n": None}
COUNTED = re.compile(br"\d+ *\r\n\Z")
CREATED = re.compile(br"VA \d+\r\n(\d+) *\r\n\Z")


class BadReply(IOError):
    """A reply is an error, or not what the protocol allows."""


def one(reply, name):
    """The value of `name`, or None for a miss."""
    stop = reply.find(b"\r\n")
    if stop < 0:
        return unended(reply)
    if reply == MISS:
        return None
    head = b"VALUE " + name + b" "
    if not reply.startswith(head):
        raise BadReply(repr(reply[:stop]))
    flags, _, size = reply[len(head):stop].partition(b" ")
    start, end = stop + 2, stop + 2 + length(size)
    if len(reply) < end + 7:
        return MORE
    if len(reply) != end + 7 or not reply.endswith(LAST):
        raise BadReply("the value of %r has another length than was announced" % name)
    return loads(reply[start:end]) if flags == PICKLED else reply[start:end]


def versioned(reply, name):
    """(the value, its version) of the reply to a `gets`, or None for a miss."""
    stop = reply.find(b"\r\n")
    if stop < 0:
        return unended(reply)
    if reply == MISS:
        return None
    head, _, version = reply[:stop].rpartition(b" ")
    value = one(head + reply[stop:], name)
    return value if value is MORE else (value, length(version))


def leased(reply, _):
    """(HIT, the value), (WON, None) for the caller that may compute it, (LOST, None) while another does; of a meta get that may
    leave an empty item."""
    stop = reply.find(b"\r\n")
    if stop < 0:
        return unended(reply)
    parts = reply[:stop].split(b" ")
    if len(parts) < 3 or parts[0] != b"VA" or not parts[2].startswith(b"f"):
        raise BadReply(repr(reply[:stop]))
    end = stop + 2 + length(parts[1])
    if len(reply) < end + 2:
        return MORE
    if len(reply) > end + 2 or not reply.endswith(b"\r\n"):
        raise BadReply("a value has another length than was announced")
    if len(parts) > 3:
        return WON if parts[3] == b"W" else LOST, None
    value = reply[stop + 2:end]
    return HIT, loads(value) if parts[2][1:] == PICKLED else value


class Many(object):
    """The values of several keys that are present; goes on where it stopped for want of more."""

    def __init__(self, asked, versions=False):
        """asked: [(key, the key as it is sent)]; versions: each value is to be (value, its version)."""
        self._asked = iter(asked)
        self._versions = versions
        self._parts = 5 if versions else 4
        self._found = {}
        self._at = 0

    def read(self, reply):
        """dict by key, or MORE."""
        while True:
            stop = reply.find(b"\r\n", self._at)
            if stop < 0:
                return unended(reply, self._at)
            parts = reply[self._at:stop].split(b" ")
            if parts == [b"END"]:
                if len(reply) > stop + 2:
                    raise BadReply("more than was asked for")
                return self._found
            if len(parts) != self._parts or parts[0] != b"VALUE":
                raise BadReply(repr(reply[self._at:stop]))
            end = stop + 2 + length(parts[3])
            if len(reply) < end + 2:
                return MORE
            if reply[end:end + 2] != b"\r\n":
                raise BadReply("the value of %r has another length than was announced" % parts[1])
            value = reply[stop + 2:end]
            if parts[2] == PICKLED:
                value = loads(value)
            self._found[self._key(parts[1])] = (value, length(parts[4])) if self._versions else value
            self._at = end + 2

    def _key(self, name):
        """memcached answers in the order of the question."""
        for key, sent in self._asked:
            if sent == name:
                return key
        raise BadReply("%r was not asked for" % name)


def many(reply, asked):
    """asked: Many."""
    return asked.read(reply)


def alike(reply, expected):
    """True if the reply is `expected`, the same line so many times; raises for any other."""
    if reply == expected:
        return True
    if expected.startswith(reply):
        return MORE
    raise BadReply("not %d bytes of %r: %r" % (len(expected), expected[:20], reply[:100]))


def absent(reply, keys):
    """[the keys that were absent], by the replies to their deletes."""
    lines = reply.split(b"\r\n")
    for line in lines[:-1]:
        if line + b"\r\n" not in DELETED:
            raise BadReply(repr(line))
    if len(lines) <= len(keys):
        return MORE
    if len(lines) > len(keys) + 1 or lines[-1]:
        raise BadReply("more than was asked for")
    return [key for key, line in zip(keys, lines) if line == b"NOT_FOUND"]


def said(reply, meanings):
    """What a reply of one line means."""
    if reply in meanings:
        return meanings[reply]
    if not reply.endswith(b"\r\n"):
        return MORE
    raise BadReply(repr(reply))


def counted(reply, _):
    """int after a change, or None when there is nothing to count."""
    return int(reply) if COUNTED.match(reply) else said(reply, ABSENT)


def created(reply, _):
    """int after a meta command, whose value follows its header."""
    found = CREATED.match(reply)
    if found:
        return int(found.group(1))
    return MORE if reply.startswith(b"VA ") else said(reply, {})


def unended(reply, at=0):
    """MORE, unless the line that begins there is longer than any that a server may send."""
    if len(reply) > at + LONGEST:
        raise BadReply("a line of more than %d bytes" % LONGEST)
    return MORE


def announced(reply):
    """int: the least length of a reply that begins so, by what is said of its first value; 0 if nothing is."""
    stop = reply.find(b"\r\n")
    head = reply[:stop + 2].split()
    if head[:1] == [b"VALUE"] and len(head) > 3 and head[3].isdigit():
        return stop + 4 + int(head[3])
    return 0


def length(size):
    """int: a length that was announced."""
    if not size.isdigit():
        raise BadReply("no length: %r" % size)
    return int(size)
