# coding: utf-8
"""One scenario in one mode, on its own clients unless a shared one is given: compiled when it is opened."""
from . import proof, stampede
from .arrivals import offsets, packed
from .failure import Failed, NotOffered
from .modes import workers
from .names import Pairs
from .reply_check import ReplyCheck
from .worker import Clients, Part

# Runs that show the harness overhead.
EMPTY_RUNS = 3
OVERHEAD = ("user_ns", "system_ns")
MOST = 5
# The field of a block about pools. A Watch does not know it.
POOL = "pool"


class Block(object):
    """The common part of all blocks: a run, less the harness overhead, and the check of the last replies."""

    def __init__(self, cell, request):
        self.cell = cell
        self.request = request
        self.numbers = range(len(cell.parts))

    def run(self, task, arguments, nothing):
        """(Race, the reply's fields so far). arguments() -> those of each worker; nothing() -> those of a block of no call.
        That block goes through the same code, so it uses the harness overhead alone."""
        run = self.cell.workers.run
        empty = [run(task, nothing()).used for _ in range(EMPTY_RUNS)]
        outcome = run(task, arguments(), [name for name in self.request.get("watch") or () if name != POOL])
        own = dict((field, max(outcome.used[field] - min(one[field] for one in empty), 0)) for field in OVERHEAD)
        return outcome, dict(outcome.used, errors={}, **dict(outcome.seen, **own))

    def over_pools(self, work):
        """(the value of work(), the fields about pools if they are wanted)."""
        if POOL not in (self.request.get("watch") or ()):
            return work(), {}
        self.cell.workers.each("watch_pools")
        try:
            value = work()
        finally:
            seen = [pool for pools in self.cell.workers.each("pools_seen") for pool in pools]
        return value, {POOL: waits(seen)}

    def checked(self, judge):
        """judge(worker, expectation, at, step, expected) -> mismatches; expected(iteration): the expectations of the worker's
        iteration with this number, or of the last one known."""
        known = self.cell.expected
        found = []
        for worker in self.numbers if known else []:
            expectation = ReplyCheck(self.cell.parts[worker], False, False)
            for at, step in enumerate(self.cell.parts[worker].compiled.steps):
                wrong = judge(worker, expectation, at, step, lambda number: known[min(number, len(known)) - 1][at])
                found += [dict(one, step=at, op=step.op) for one in wrong]
        return {"checked": bool(known), "mismatches": found[:MOST]}


class ClosedLoop(Block):
    """Iterations, dealt out to the workers."""

    def fields(self):
        """The `block` reply's fields."""
        cell, iterations = self.cell, positive(self.request, "iterations")
        batch = iterations if self.request.get("batch") is None else positive(self.request, "batch")
        sizes = [self._sizes(worker, iterations, batch) for worker in self.numbers]
        latencies = self.request.get("latencies") is True
        (outcome, fields), seen = self.over_pools(lambda: self.run(
            "latencies" if latencies else "timed", lambda: [[own] for own in sizes], lambda: [[[]] for _ in self.numbers]))
        fields.update(seen)
        fields.update(iterations=iterations, calls=iterations * cell.calls(), **self._times(outcome, iterations, batch))
        if latencies:
            fields["latencies"] = packed([span for answer in outcome.answers for span in answer[2]])
        for worker in self.numbers:
            cell.passed[worker] += sum(sizes[worker])

        def judge(worker, expectation, at, step, expected):
            made, reply = sum(sizes[worker]), outcome.answers[worker][0][at]
            return expectation.mismatches(step, expected(cell.passed[worker]), reply) if made else []
        return dict(fields, **self.checked(judge))

    def _sizes(self, worker, iterations, batch):
        """The batches of one worker's iterations: one, where there are several workers."""
        if self.cell.mode.name == "sync":
            whole, rest = divmod(iterations, batch)
            return [batch] * whole + ([rest] if rest else [])
        if not self.cell.parts[0].pairs:
            share, more = divmod(iterations, len(self.numbers))
            iterations = share + (worker < more)
        return [iterations] if iterations else []

    def _times(self, outcome, iterations, batch):
        stamps = [answer[1] for answer in outcome.answers]
        if self.cell.mode.name != "sync":
            return whole(iterations, max(own[-1] for own in stamps) - outcome.go)
        batches = [to - since for since, to in zip(stamps[0], stamps[0][1:])]
        return {"wall_ns": sum(batches), "batch": batch, "batches": batches}


class OpenLoop(Block):
    """Calls that are due at given times."""

    def fields(self):
        """The `block` reply's fields."""
        cell, due = self.cell, offsets(self.request["arrivals"])
        outcome, fields = self.run("paced", lambda: self._dealt(due), lambda: self._dealt([]))
        made = sorted(one for answer in outcome.answers for one in answer[1])
        iterations = -(-len(due) // cell.calls())
        fields.update(whole(iterations, max(due[call] + latency for call, _, latency in made)), iterations=iterations,
                    calls=len(due), errors=summed([answer[2] for answer in outcome.answers]),
                    lags=packed([lag for _, lag, _ in made]), latencies=packed([latency for _, _, latency in made]))

        def judge(worker, expectation, at, step, expected):
            if outcome.answers[worker][0][at] is None:
                return []
            reply, turn = outcome.answers[worker][0][at]
            if not step.each:
                return expectation.mismatches(step, expected(cell.passed[worker] + turn + 1), reply)
            iteration, pair = divmod(turn, len(cell.parts[worker].pairs.items))
            return expectation.pair(step, expected(cell.passed[worker] + iteration + 1), reply, pair)
        checked = self.checked(judge)
        for worker in self.numbers:
            cell.passed[worker] += len(outcome.answers[worker][1]) // cell.parts[worker].calls()
        return dict(fields, **checked)

    def _dealt(self, due):
        """The arguments of each worker: all take their calls from one due_calls."""
        due_calls = self.cell.workers.due_calls(due)
        return [[due_calls] for _ in self.numbers]


def block(cell, request):
    """The Block that a request asks for."""
    return (ClosedLoop if request.get("arrivals") is None else OpenLoop)(cell, request)


def whole(iterations, wall_ns):
    """The times of a block in one batch."""
    return {"wall_ns": wall_ns, "batch": iterations, "batches": [wall_ns]}


def waits(pools):
    """dict: the waits for connections of all pools, which are of one kind; None without any."""
    if not pools:
        return None
    patient = pools[0]["waited"] is not None
    return {"size": pools[0]["size"], "pools": len(pools), "waits": packed([wait for pool in pools for wait in pool["waits"]]),
            "waited": sum(pool["waited"] for pool in pools) if patient else None, "timeouts": 0 if patient else None}


def summed(counts):
    """The sum of several dicts of counts."""
    total = {}
    for one in counts:
        for name, count in one.items():
            total[name] = total.get(name, 0) + count
    return total


def positive(request, field):
    """int: a field that must be a number above 0."""
    number = request.get(field)
    if isinstance(number, int) and not isinstance(number, bool) and number > 0:
        return number
    raise ValueError("%s must be a positive integer, not %r" % (field, number))


class Cell(object):
    """Each of its workers has a part of the scenario."""

    def __init__(self, adapter, message, mode, kept=None):
        """adapter: settled for this cell; message: the `open` request; kept: dict of clients that outlive the cell, or None."""
        self.adapter = adapter
        self.mode = mode
        self.expected = None  # the expectations of the last verify
        self.parts = parts(adapter, message, mode)
        self.workers = workers(mode, self.parts, Clients(adapter, message, kept))
        self.passed = [0] * len(self.parts)  # iterations since prepare, by worker

    def calls(self):
        """int: calls in one iteration; each worker has its own pairs, and a whole iteration of anything else."""
        return sum(part.calls() for part in self.parts) if self.parts[0].pairs else self.parts[0].calls()

    def pooled(self):
        """Whether calls take their connections from a pool."""
        return any(self.workers.each("pooled"))

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

    def traffic(self, request):
        """The `traffic` reply's fields; request: the message."""
        if self.mode.name != "sync":
            raise ValueError("traffic needs the mode sync")
        return self.workers.each("traffic", request)[0]

    def stampede(self, request):
        """The `stampede` reply's fields. The last worker stores the values, and looks whether they have expired."""
        last = len(self.parts) - 1
        if last < 1:
            raise ValueError("a stampede needs a mode with 2 workers or more")
        if self.mode.name == "asyncio":
            raise NotOffered("a stampede in mode %s" % self.mode.name, "driver")

        def part(of, *own):
            return self.workers.run("stampede", [(request, own if at == of else None) for at in range(last + 1)]).answers[of]

        def call(at):
            jobs = [(request, ("call", at, worker)) for worker in range(last)] + [(request, None)]
            return self.workers.run("stampede", jobs).answers[:last]
        part(last, "store")
        return stampede.report([(part(last, "expired", at), call(at)) for at in range(self.calls())])

    def close(self):
        """Leaves none of its keys on the server."""
        try:
            self._clear()
        except Exception:  # a server that is gone has no keys
            pass
        self.workers.close()

    def _clear(self):
        """Deletes the scenario's keys, so that a cell starts the same on a server that nobody may flush. Published rows
        share keys on purpose."""
        if self.adapter.proves and not self.adapter.published and hasattr(self.adapter, "delete"):
            self._work("clear")

    def _work(self, task, *arguments):
        for all_kept in self.workers.each(task, *arguments):
            for kept in all_kept:
                if kept.error:
                    raise Failed(kept.error)

    def _prove(self, proofs, steps, expected, place, task, *arguments):
        compiled = self.parts[0].compiler(steps, True).steps
        answers = self.workers.run(task, [arguments] * len(self.parts)).answers
        for one, all_kept in zip(proofs, answers):
            one.compare(compiled, expected, all_kept, place)


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
