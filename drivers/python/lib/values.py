# coding: utf-8
"""Builds values from their specs: the published value for timing, and a self-naming value for the proof. That contains its key,
so a reply to another key can never pass for the right one."""
from binascii import unhexlify

from .failure import NotOffered
from .native import decoded, encoded, native

KEPT = {}
BLOCK = 65536  # bytes that are generated; longer values continue with the same bytes replaced by others
ALPHABET = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def build(spec, raw, owner=None):
    """spec: dict; raw: the call serialises nothing, so bytes; owner: the key that a self-naming value contains, or None."""
    if spec["kind"] not in KINDS:
        raise ValueError("unknown kind of value: %r" % spec["kind"])
    value = KINDS[spec["kind"]](spec, owner)
    if spec["kind"] == "number" and raw:
        return encoded(str(value))
    return encoded(value) if raw and isinstance(value, str) else value


def array(spec, owner):
    """A list of numbers."""
    plain = list(range(spec.get("items", 0)))
    return plain if owner is None else [owner] + plain[1:]


def tree(items, depth, owner):
    """A dict of `items` entries, `depth` levels deep; the leaves are numbers."""
    pairs = [("item%d" % at, tree(items, depth - 1, None) if depth > 1 else at) for at in range(1, items + 1)]
    return dict(pairs if owner is None else [("owner", owner)] + pairs[1:])


def text(spec, owner):
    """str"""
    if "hex" in spec:
        return written(spec)
    plain = encoded(spec["text"]) * spec.get("times", 1) if "text" in spec else compressible(filler(spec.get("bytes", 0)), spec)
    return decoded(plain if owner is None else named(plain, encoded(owner), True))


def written(spec):
    """str: a text that JSON cannot carry, by its bytes."""
    try:
        return native(unhexlify(encoded(spec["hex"])).decode(spec.get("encoding", "utf-8")))
    except UnicodeDecodeError:
        raise NotOffered("a text that is not text", "driver")


def symbol(spec, owner):
    """What this language has not."""
    raise NotOffered("symbols", "driver")


def binary(spec, owner):
    """bytes"""
    plain = unhexlify(encoded(spec["hex"])) if "hex" in spec else compressible(noise(spec.get("bytes", 0)), spec)
    return plain if owner is None else named(plain, encoded(owner), False)


def compressible(plain, spec):
    """The same length; a share of the bytes at the end is one letter, which compresses to nothing."""
    same = int(len(plain) * spec.get("compressible", 0) + 0.5)
    return plain[:len(plain) - same] + b"a" * same


def named(plain, owner, is_text):
    """The key, "=", then the rest of the plain value: its own size where the key fits."""
    name = owner + b"="
    rest = plain[len(name):]
    return name + (rest if not is_text or valid(rest) else b"~" * len(rest))


def valid(data):
    """Whether bytes are UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def filler(count):
    """bytes of the generator's text."""
    letters = bytearray(ALPHABET)
    return generated("text", count, letters, lambda number: letters[number % len(letters)])


def noise(count):
    """bytes of the generator."""
    return generated("noise", count, bytearray(range(256)), lambda number: number & 255)


def generated(kind, count, symbols, byte):
    """bytes. The longest of a kind is kept: a long one takes as long to make as many calls."""
    if len(KEPT.get(kind, b"")) < count:
        KEPT[kind] = long_one(bytes(bytearray(byte(number) for number in numbers(min(count, BLOCK)))), count, symbols)
    return KEPT.get(kind, b"")[:count]


def long_one(block, count, symbols):
    """bytes. Each further block is the one before with every symbol replaced by the next."""
    table = bytearray(range(256))
    for one, following in zip(symbols, symbols[1:] + symbols[:1]):
        table[one] = following
    blocks = [block]
    while len(blocks) * BLOCK < count:
        blocks.append(blocks[-1].translate(bytes(table)))
    return b"".join(blocks)


def make_ready(spec):
    """Makes what takes long, so that processes forked from this one need not."""
    if "bytes" in spec:
        build(spec, True)


def numbers(count):
    """The generator that protocol/spec.md writes down, so that every language's driver sends the same bytes."""
    state = 1
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7fffffff
        yield state >> 16


KINDS = {
    "json": lambda spec, owner: spec["json"], "symbol": symbol, "array": array, "string": text, "binary": binary, "number": lambda spec, owner: spec["number"],
    "hash": lambda spec, owner: tree(spec.get("items", 0), 1, owner),
    "nested": lambda spec, owner: tree(spec.get("items", 0), spec["depth"], owner),
}
