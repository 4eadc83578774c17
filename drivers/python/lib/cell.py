# coding: utf-8
"""A client in one scenario: its plans, and the workers that make their calls."""
import gc

from . import values
from .compiler import Compiler
from .due import Notes, wait
from .meter import now
from .modes import workers
from .reported import value as reported

# The field of a run about pools. A Watch does not know it.
POOL = "pool"


class Cell(object):
    """Each of its workers has plans, and a client unless all share one."""

    def __init__(self, adapter, message, kept=None):
        """adapter: settled for this cell; message: the `open` request; kept: dict of clients that outlive the cell, or None."""
        self._adapter = adapter
        self._values = values.read(message["values"])
        self._clients = {} if kept is None else kept
        self._kept = kept is not None
        self._workers = None
        plans = message["workers"]
        try:
            began = now()
            clients = [self._client(message, 0 if adapter.mode.shared else at) for at in range(len(plans))]
            self.ns = now() - began  # how long they took
            self._workers = workers(adapter.mode)
            self._plans = [{} for _ in plans]
            self._of_workers = clients
            for at, own in enumerate(plans):
                for name, plan in own.items():
                    self._plans[at][name] = self._compiler(at, plan).check()
        except BaseException:
            self.close()
            raise

    @property
    def pooled(self):
        """Whether calls take their connections from a pool."""
        return any(self._pools())

    def run(self, message):
        """The `ran` reply's fields; message: the request."""
        if "values" in message:
            self._values = values.read(message["values"])
        if "calls" in message:
            for at, plan in enumerate(message["calls"]):
                self._plans[at][message["plan"]] = self._compiler(at, plan)
            gc.collect()  # what reading left behind is not the client's cost
        if message["keep"] == "all":
            return self._proof(message)
        return self._due(message) if "dues" in message else self._timed(message)

    def close(self):
        """Lets go of the clients that are its own."""
        if self._workers:
            self._workers.close()
        while self._clients and not self._kept:
            self._adapter.disconnect(self._clients.popitem()[1])

    def _client(self, message, place):
        if place not in self._clients:
            self._clients[place] = self._adapter.connect(message["servers"], message.get("options") or {})
        return self._clients[place]

    def _compiler(self, at, plan):
        return Compiler(self._adapter, self._of_workers[at], plan, self._values)

    def _plan(self, message):
        """[Compiler] of each worker."""
        return [own[message["plan"]] for own in self._plans]

    def _proof(self, message):
        """Every reply."""
        pause = message.get("compute_ns", 0) / 1e9
        plans, iterations = self._plan(message), message["iterations"]
        jobs = [proof(plan.program("proof"), count, pause) for plan, count in zip(plans, iterations)]
        answers = self._race(jobs, message).answers
        fields = {"replies": [[whole(plan, kept) for kept in own] for plan, own in zip(plans, answers)]}
        if message.get("clock") == "call":
            fields["latencies"] = [[span for kept in own for span in kept.spans] for own in answers]
        return fields

    def _timed(self, message):
        """A burst of iterations. Of several workers, each makes them in one batch."""
        plans, iterations = self._plan(message), message["iterations"]
        sizes = [batches(count, message["batch"]) for count in iterations]
        kind = "latencies" if message.get("clock") == "call" else "timed"
        jobs = [timed(plan.program(kind), own) for plan, own in zip(plans, sizes)]
        race, fields = self._watched(jobs, message)
        stamps = [own for _, own, _ in race.answers]
        if len(stamps) > 1:
            fields.update(in_one(max(own[-1] for own in stamps) - race.go))
        else:
            own = stamps[0]
            spans = [to - since for since, to in zip(own, own[1:])]
            fields.update(wall_ns=own[-1] - message.get("start_ns", own[0]), batches=spans)
        if kind == "latencies":
            fields["latencies"] = [spans for _, _, spans in race.answers]
        if message["keep"] == "last":
            made = zip(plans, race.answers, iterations)
            fields["replies"] = [[plan.reports(answer[0]) if count else []] for plan, answer, count in made]
        return fields

    def _due(self, message):
        """Calls that are due at given times."""
        dues, plans = message["dues"], self._plan(message)
        queue = self._workers.due_calls(dues, message.get("stop_ns"))
        jobs = [due(plan, queue) for plan in plans]
        race, fields = self._watched(jobs, message)
        times = [one for notes in race.answers for one in notes.times]
        lags, latencies = dict((at, lag) for at, lag, _ in times), dict((at, latency) for at, _, latency in times)
        fields.update(in_one(max([dues[at] + latency for at, _, latency in times] or [0])))
        fields.update(lags=[lags.get(at, -1) for at in range(len(dues))],
                      latencies=[latencies.get(at, -1) for at in range(len(dues))],
                      raised=sorted([one for notes in race.answers for one in notes.raised], key=lambda one: one["call"]))
        return dict(fields, made=[notes.made for notes in race.answers],
                    replies=[[[reported(one) for one in notes.last]] for notes in race.answers])

    def _race(self, jobs, message, watch=()):
        start = message.get("start_ns")
        if start is not None and "dues" not in message:
            wait(start)
        return self._workers.run(jobs, watch, start)

    def _watched(self, jobs, message):
        """(Race, the fields about what the run used, and what was to be watched)."""
        watch = message.get("watch") or ()
        watches = [pool.watch() for pool in self._pools() if not pool.watched()] if POOL in watch else []
        try:
            race = self._race(jobs, message, [name for name in watch if name != POOL])
        finally:
            seen = [one.finish() for one in watches]
        return race, dict(race.used, **dict(race.seen, **({POOL: waits(seen)} if POOL in watch else {})))

    def _pools(self):
        """Yields each pool. Clients may have one together."""
        for client in self._clients.values():
            for pool in self._adapter.pools(client):
                yield pool


def timed(program, sizes):
    """A job."""
    return lambda _go: program(sizes)


def proof(program, iterations, pause):
    """A job."""
    return lambda _go: program(iterations, pause)


def due(plan, queue):
    """A job."""
    program, singles = plan.program("due"), plan.program("singles")
    notes = Notes(len(singles), plan.neutral)
    return lambda go: program(queue.take_from(go), singles, notes)


def batches(iterations, batch):
    """[iterations of each batch]"""
    whole, rest = divmod(iterations, batch)
    return [batch] * whole + ([rest] if rest else [])


def in_one(wall_ns):
    """The times of a run in one batch."""
    return {"wall_ns": wall_ns, "batches": [wall_ns]}


def whole(plan, kept):
    """[report] of an iteration; its last one is what was raised."""
    error = kept.error
    raised = [{"raised": dict((name, error[name]) for name in ("class", "message", "computed"))}] if error else []
    return plan.reports(kept.replies, kept.computed) + raised


def waits(pools):
    """dict: the waits for connections of all pools, which are of one kind; None without any."""
    if not pools:
        return None
    patient = pools[0]["waited"] is not None
    return {"size": pools[0]["size"], "pools": len(pools), "waits": [wait for pool in pools for wait in pool["waits"]],
            "waited": sum(pool["waited"] for pool in pools) if patient else None, "timeouts": 0 if patient else None}
