# coding: utf-8
"""One scenario in one mode, on clients of its own unless a shared one is given: compiled when it is opened."""
from . import proof
from .block import block
from .clients import Clients
from .failure import Failed
from .modes import crew
from .pairs import Pairs
from .part import Part


class Cell(object):
    """Its workers are a crew; each has a part of the scenario."""

    def __init__(self, adapter, message, mode, kept=None):
        """adapter: settled for this cell; message: the `open` request; kept: dict of clients that outlive the cell, or None."""
        self.adapter = adapter
        self.mode = mode
        self.expected = None  # the expectations of the last verify
        self.parts = parts(adapter, message, mode)
        self.crew = crew(mode, self.parts, Clients(adapter, message, kept))
        self.passed = [0] * len(self.parts)  # iterations since prepare, by worker

    def calls(self):
        """int: calls in one iteration; each worker has pairs of its own, and a whole iteration of anything else."""
        return sum(part.calls() for part in self.parts) if self.parts[0].pairs else self.parts[0].calls()

    def prepare(self, flushed):
        """Runs the prelude with the plain values; flushed: the server is empty."""
        self.passed = [0] * len(self.parts)
        if not flushed:
            self._clear()
        self._work("prelude", False)

    def verify(self, iterations, state, flushed):
        """The `verified` reply's fields."""
        if not self.adapter.proves:
            return proof.NONE
        self.expected = iterations
        part, proofs = self.parts[0], [proof.Proof(part) for part in self.parts]
        if not flushed:
            self._clear()
        self._prove(proofs, part.prelude, [[{"any": True}] * len(part.prelude)], "prelude", "prelude", True)
        self._prove(proofs, part.steps, iterations, None, "iterate", len(iterations))
        self._prove(proofs, part.reading(state), [[proof.expectation(entry) for entry in state]], "state", "read_back", state)
        if not flushed:
            self._clear()
        return proof.merged(proofs, part.pairs is not None)

    def block(self, request):
        """The `block` reply's fields; request: the message."""
        return block(self, request).fields()

    def close(self):
        """Leaves none of its keys on the server."""
        try:
            self._clear()
        except Exception:  # a server that is gone has no keys
            pass
        self.crew.close()

    def _clear(self):
        """Deletes the scenario's keys, so that a cell starts the same on a server that nobody may flush. Published rows
        share keys on purpose."""
        if self.adapter.proves and not self.adapter.published and hasattr(self.adapter, "delete"):
            self._work("clear")

    def _work(self, task, *arguments):
        for witnesses in self.crew.each(task, *arguments):
            for witness in witnesses:
                if witness.error:
                    raise Failed(witness.error)

    def _prove(self, proofs, steps, expected, place, task, *arguments):
        compiled = self.parts[0].compiler(steps, True).steps
        answers = self.crew.run(task, [arguments] * len(self.parts)).answers
        for one, witnesses in zip(proofs, answers):
            one.weigh(compiled, expected, witnesses, place)


def parts(adapter, message, mode):
    """[Part] of each worker."""
    scenario, prefix = message["scenario"], message.get("prefix") or ""
    keys = [scenario.get("keys") or {}] * mode.workers if mode.name == "sync" else own_keys(message, mode)
    pairs = Pairs.read(scenario.get("pairs"), prefix)
    own = [pairs and pairs.part(worker, mode.workers) for worker in range(mode.workers)]
    return [Part(adapter, scenario, prefix, keys[worker], own[worker]) for worker in range(mode.workers)]


def own_keys(message, mode):
    """[{name: key}] of each worker, no two of which use one key."""
    keys = message.get("workers") or ([{}] * mode.workers if message["scenario"].get("pairs") else [])
    if len(keys) < mode.workers:
        raise ValueError("%s needs the keys of %d workers, not of %d" % (mode.text, mode.workers, len(keys)))
    return keys
