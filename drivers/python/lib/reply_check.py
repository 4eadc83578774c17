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

    def mismatches(self, step, expected, reply, computed=()):
        """[{"key", "expected", "actual"}], none when the reply is right. The reply to a step over pairs is a list of those to
        each. computed: the keys whose values a fetch computed."""
        if step.each:
            return [found for at, one in enumerate(reply) for found in self.pair(step, expected, one, at)]
        kind, wanted = next((name, value) for name, value in expected.items() if name != "computed")
        if kind not in ("any", "hit", "miss", "stored", "failed", "number", "multi"):
            raise ValueError("unknown expectation: %r" % kind)
        actual = self._adapter.reply(step, reply, [self._part.text(name) for name in step.keys])
        if kind == "multi":
            return self._multi(wanted, step, actual) or self._computed(expected.get("computed"), step, computed)
        right, shown = getattr(self, "_" + kind)(wanted, step, actual, bool(computed))
        return mismatch(right, step.place(), shown, ("a miss, then " if computed else "") + show(actual))

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
        if not step.computes:
            return actual is None, "a miss"
        wanted = self._names.object(step.value, step.key, step.raw)
        return (missed or not self._exact) and same(wanted, actual), "a miss, then " + show(wanted)

    def _stored(self, wanted, step, actual, _missed):
        return self._adapter.done(step.op, actual) in (wanted, None), "stored: %s" % str(wanted).lower()

    def _failed(self, wanted, step, actual, _missed):
        """wanted: the names of the keys for which a call with several keys is not carried out."""
        keys, done = self._keys(wanted), self._adapter.done_of_many(step.op, actual)
        shown = "done for all keys" + (" but " + show(keys) if keys else "")
        if isinstance(done, list):
            return sorted(done) == sorted(keys), shown
        if done is None or isinstance(done, bool):
            return done in (not keys, None), shown
        return done == len(step.keys) - len(keys), shown

    def _multi(self, wanted, step, actual):
        """The mismatch shows the pairs that differ."""
        found = without_versions(actual) if step.versions else actual
        names = dict((self._part.text(key), (key, own)) for key, own in wanted.items())
        pairs = dict((text, own if isinstance(own, int) else self._value(own, key, step.raw)) for text, (key, own) in names.items())
        if not isinstance(found, dict):
            return mismatch(False, step.place(), show(pairs), show(actual))
        right = [text for text, (_, own) in names.items() if text in found and
                 (self._counts(own, found[text]) if isinstance(own, int) else same(pairs[text], found[text]))]
        wrong = set(pairs).union(found).difference(right)
        return mismatch(not wrong, step.place(), *[show(dict((key, all_[key]) for key in wrong if key in all_)) for all_ in (pairs, found)])

    def _computed(self, wanted, step, computed):
        """wanted: the names of the keys whose values must be computed, or None."""
        if wanted is None or not self._exact:
            return []
        return mismatch(sorted(self._keys(wanted)) == sorted(computed), step.place(), "computed: " + show(self._keys(wanted)),
                        "computed: " + show(list(computed)))

    def _keys(self, names):
        """The keys as the client takes them."""
        return [self._adapter.key(self._part.text(name)) for name in names]

    def _number(self, wanted, _step, actual, _missed):
        return self._counts(wanted, actual), str(wanted)

    def _counts(self, wanted, actual):
        """Whether a reply is the number of a counter."""
        return number(actual) == str(wanted) if self._exact else number(actual).isdigit()


def mismatch(right, key, expected, actual):
    """[] or [the mismatch]."""
    return [] if right else [{"key": key, "expected": expected, "actual": actual}]


def without_versions(actual):
    """{key: value} of {key: (value, version)}; None where a version is not a number above 0."""
    if not isinstance(actual, dict) or not all(isinstance(pair, tuple) and number(pair[1]).strip("0").isdigit() for pair in actual.values()):
        return None
    return dict((key, pair[0]) for key, pair in actual.items())


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
