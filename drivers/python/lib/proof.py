# coding: utf-8
"""Judges what one worker's proof brought: a block is only worth timing when this is right."""
from .reply_check import ReplyCheck, show
from .step import READING

# The answer of a contender that makes no calls.
NONE = {"ok": True, "mismatches": [], "hits": 0, "misses": 0, "work": [], "errors": {}, "proof": "none"}
MOST = 20


class Proof(object):
    """The replies of one worker, with self-naming values."""

    def __init__(self, part):
        self.mismatches = []
        self.errors = {}
        self.hits = self.misses = 0
        self.work = []
        self._part = part
        self._judge = ReplyCheck(part, True, True)

    def compare(self, steps, expected, all_kept, place=None):
        """all_kept: a KeptReplies for each iteration; expected: for each of them one expectation a step; steps: list of Step;
        place: "prelude" or "state"."""
        for at, (wanted, kept) in enumerate(zip(expected, all_kept)):
            if len(wanted) != len(steps):
                raise ValueError("%d steps but %d expectations" % (len(steps), len(wanted)))
            before = self.hits, self.misses
            self._iteration(steps, wanted, kept, at if place is None else place)
            if place is None:
                self.work.append({"hits": self.hits - before[0], "misses": self.misses - before[1]})

    def _iteration(self, steps, wanted, kept, place):
        if kept.error:
            self._raised(steps, len(kept.replies), kept.error, place)
        for at, reply in enumerate(kept.replies):
            computed = kept.computed.get(at, [])
            for one in reply if steps[at].each else [reply]:
                self._count(steps[at], one, computed)
            for found in self._judge.mismatches(steps[at], wanted[at], reply, computed):
                self._note(place, at, steps[at], found)

    def _raised(self, steps, at, error, place):
        self.errors[error["class"]] = self.errors.get(error["class"], 0) + 1
        actual = show("%s: %s" % (error["class"], error["message"]))
        self._note(place, at, steps[at], {"key": steps[at].place(), "expected": "a reply", "actual": actual})

    def _note(self, place, at, step, found):
        self.mismatches.append(dict(found, iteration=place, step=at, op=step.op))

    def _count(self, step, reply, computed):
        if step.op not in READING:
            return
        keys = len(step.keys) or 1
        found = keys - len(computed) if step.computes else self._found(step, reply)
        self.hits += found
        self.misses += keys - found

    def _found(self, step, reply):
        value = self._part.adapter.reply(step, reply, [self._part.text(name) for name in step.keys])
        if step.array:
            return len(value) if isinstance(value, dict) else 0
        return int(value is not None)


def expectation(entry):
    """What a `state` entry's reply must be."""
    if "number" in entry or "each" in entry:
        return dict((kind, entry[kind]) for kind in ("number", "each") if kind in entry)
    return {"hit": entry["value"]} if entry.get("value") else {"miss": True}


def merged(proofs, over_pairs):
    """The `verified` reply's fields, of all workers."""
    errors = {}
    for proof in proofs:
        for name, count in proof.errors.items():
            errors[name] = errors.get(name, 0) + count
    work = [{"hits": sum(one["hits"] for one in same), "misses": sum(one["misses"] for one in same)}
            for same in zip(*[proof.work for proof in proofs])]
    mismatches = [found for proof in proofs for found in proof.mismatches]
    return {"ok": not mismatches, "mismatches": mismatches[:MOST], "hits": sum(proof.hits for proof in proofs),
            "misses": sum(proof.misses for proof in proofs), "work": work, "errors": errors,
            "proof": "each key has its own value" if over_pairs else "values name their keys"}
