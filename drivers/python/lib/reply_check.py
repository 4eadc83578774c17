# coding: utf-8
"""Compares replies with what they must be. Untimed."""
from .native import decoded


class ReplyCheck(object):
    """Of the replies to one worker's steps."""

    def __init__(self, part, own, exact):
        """part: gives adapter, text(name), pairs, names(own); own: values name their key;
        exact: False once counters may have moved on (inside blocks)."""
        self._part = part
        self._adapter = part.adapter
        self._names = part.names(own)
        self._exact = exact

    def mismatches(self, step, expected, reply, missed=False):
        """[{"key", "expected", "actual"}], none when the reply is right. missed: a fetch computed its value; the reply to a
        step over pairs is a list of those to each."""
        if step.each:
            return [found for at, one in enumerate(reply) for found in self.pair(step, expected, one, at)]
        kind, wanted = next(iter(expected.items()))
        if kind not in ("any", "hit", "miss", "stored", "number", "multi"):
            raise ValueError("unknown expectation: %r" % kind)
        actual = self._adapter.reply(step, reply, [self._part.text(name) for name in step.keys])
        right, shown = getattr(self, "_" + kind)(wanted, step, actual, missed)
        return mismatch(right, step.place(), shown, ("a miss, then " if missed else "") + show(actual))

    def pair(self, step, expected, reply, at):
        """The same of the reply to one pair, by its number."""
        kind, wanted = next(iter(expected.items()))
        if kind == "any":
            return []
        if kind != "each" or wanted not in ("hit", "miss", "stored"):
            raise ValueError("unknown expectation of each pair: %r" % expected)
        actual = self._adapter.reply(step, reply, [])
        if wanted == "stored":
            right, shown = self._stored(True, step, actual, False)
        else:
            value = self._part.pairs.value(at, step.raw) if wanted == "hit" else None
            right, shown = same(value, actual), show(value) if wanted == "hit" else "a miss"
        return mismatch(right, self._part.pairs.items[at][0], shown, show(actual))

    def _any(self, _wanted, _step, _actual, _missed):
        return True, None

    def _hit(self, names, step, actual, missed):
        wanted = self._value(names, step.key, step.raw)
        return same(wanted, actual) and not missed, show(wanted)

    def _value(self, names, key, raw):
        """names: of a value, or of several that were put together."""
        if not isinstance(names, list):
            return self._names.object(names, key, raw)
        return b"".join([self._names.object(name, key, raw) for name in names])

    def _miss(self, _wanted, step, actual, missed):
        """A fetch that misses computes its value and returns it."""
        if step.op != "fetch" or not step.value:
            return actual is None, "a miss"
        wanted = self._names.object(step.value, step.key, step.raw)
        return (missed or not self._exact) and same(wanted, actual), "a miss, then " + show(wanted)

    def _stored(self, wanted, step, actual, _missed):
        return self._adapter.done(step.op, actual) in (wanted, None), "stored: %s" % str(wanted).lower()

    def _number(self, wanted, _step, actual, _missed):
        return number(actual) == str(wanted) if self._exact else number(actual).isdigit(), str(wanted)

    def _multi(self, wanted, step, actual, _missed):
        pairs = dict((self._part.text(key), self._value(names, key, step.raw)) for key, names in wanted.items())
        right = isinstance(actual, dict) and len(actual) == len(pairs)
        right = right and all(key in actual and same(value, actual[key]) for key, value in pairs.items())
        return right, show(pairs)


def mismatch(right, key, expected, actual):
    """[] or [the mismatch]."""
    return [] if right else [{"key": key, "expected": expected, "actual": actual}]


def same(wanted, actual):
    """Whether a reply is a value; a number may come back as its digits."""
    if isinstance(wanted, int):
        return number(actual) == number(wanted)
    return type(wanted) is type(actual) and wanted == actual


def number(value):
    """str: a counter's digits, "" for what is none. memcached pads one that lost a digit with blanks."""
    if isinstance(value, bytes):
        return decoded(value).strip() if value.strip().isdigit() else ""
    return "" if value is None or isinstance(value, (bool, list, dict)) else str(value).strip()


def show(value):
    """At most 160 characters of a value, always valid JSON."""
    text = repr(value)
    text = text if len(text) <= 160 else text[:157] + "..."
    return text if isinstance(text, bytes) else decoded(text.encode("utf-8", "replace"))
