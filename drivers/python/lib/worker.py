# coding: utf-8
"""One worker: a Part with a client, and the programs compiled for them. What it answers is a program's value, or, where calls
are awaited, a coroutine."""


class Worker(object):
    """Its public methods are what a crew can be asked to do, by name; arguments and answers can be sent to another process."""

    def __init__(self, part, client):
        self.part = part
        self.client = client
        self.go = None  # when the workers were let go, ns
        self._programs = {}
        self._program("timed")
        self._prelude(False)  # what it lacks is to be known when a cell is opened

    def clear(self):
        """Deletes the part's keys -> [Witness]."""
        return self._proof("clearing", self.part.clearing(), False)(1)

    def prelude(self, own):
        """-> [Witness]; own: values name their keys."""
        return self._prelude(own)(1)

    def iterate(self, iterations):
        """The steps, with self-naming values -> [Witness]."""
        return self._proof("steps", self.part.steps, True, self.part.wrap)(iterations)

    def read_back(self, state):
        """-> [Witness]."""
        return self.part.compiler(self.part.reading(state), True).proof(self.client)(1)

    def timed(self, sizes):
        """-> (last replies, stamps)."""
        return self._program("timed")(sizes)

    def latencies(self, sizes):
        """-> (last replies, stamps, spans)."""
        return self._program("latencies")(sizes)

    def paced(self, dealer):
        """-> (last replies, [(call, lag, latency)], errors by class)."""
        return self._program("paced")(dealer.take_from(self.go))

    def _prelude(self, own):
        return self._proof("prelude %s" % own, self.part.prelude, own)

    def _program(self, kind):
        if kind not in self._programs:
            self._programs[kind] = getattr(self.part.compiled, kind)(self.client)
        return self._programs[kind]

    def _proof(self, name, steps, own, wrap=None):
        if name not in self._programs:
            self._programs[name] = self.part.compiler(steps, own, wrap).proof(self.client)
        return self._programs[name]
