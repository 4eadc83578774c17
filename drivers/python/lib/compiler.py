# coding: utf-8
"""Turns steps into Python source, once per cell, so that nothing of ours is between the timing loop and the client: no wrapper
functions, no lookups but locals. Replies stay in locals; what the last iteration got is compared after the clock has stopped.
Each kind of program is a `def`, or an `async def` where the calls are awaited."""
from itertools import cycle, repeat

from .adapter import Guarded, Reserved
from .failure import NotOffered, describe
from .meter import now
from .step import READING, WRITING, Step


class KeptReplies(object):
    """The replies of one iteration, as the client gave them, in the order of the steps; fewer than these where one raised."""

    def __init__(self):
        self.replies = []
        self.computed = {}  # {step: the keys whose values a fetch computed}
        self.error = None  # what was raised, as failure.describe has it

    def miss(self, value, key):
        """Computes a fetch's value."""
        self.computed.setdefault(len(self.replies), []).append(key)
        return value


# The names of a key, or a key and its value, in the loop over pairs.
KEY, ITEM = "__k", "__k, __v"
TIME = ["__now = __clock()", "__span(__now - __was)", "__was = __now"]


class Compiler(object):
    """Of one list of steps."""

    def __init__(self, adapter, steps, names, wrap=None):
        """steps: list of dicts; wrap: "local_cache", "quiet" or None."""
        self.adapter = adapter
        self.names = names
        self.wrap = wrap
        if wrap == "quiet":
            steps = [dict(fields, quiet=True) for fields in steps]
        self.steps = [Step(fields, names.array(fields["keys"]) if "keys" in fields else None) for fields in steps]

    def timed(self, client):
        """function(batch sizes) -> (last replies, stamps): the clock is read before the first batch and after each."""
        body = self._iteration(lambda target: [])
        return self._made(client, "__sizes", self._forgotten() + [
            "__stamps = [__clock()]",
            "for __size in __sizes:",
            "    for __pass in __repeat(None, __size):"] + indented(body, 2) + [
            "    __stamps.append(__clock())",
            "return [%s], __stamps" % self._replies()])

    def latencies(self, client):
        """-> (last replies, stamps, spans): with every call's time. The end of one call is the start of the next."""
        body = self._iteration(lambda target: TIME)
        return self._made(client, "__sizes", self._forgotten() + [
            "__spans = []",
            "__span = __spans.append",
            "__was = __clock()",
            "__stamps = [__was]",
            "for __size in __sizes:",
            "    for __pass in __repeat(None, __size):"] + indented(body, 2) + [
            "    __stamps.append(__was)",
            "return [%s], __stamps, __spans" % self._replies()])

    def proof(self, client):
        """function(iterations) -> [KeptReplies]: every reply of every iteration, and what it raised."""
        body = self._iteration(lambda target: [], lambda target: ["__keep(%s)" % target], "__miss({0}, {1})")
        return self._made(client, "__iterations", [
            "__kept = []",
            "for __pass in __repeat(None, __iterations):",
            "    __replies = __KeptReplies()",
            "    __kept.append(__replies)",
            "    __keep, __miss = __replies.replies.append, __replies.miss",
            "    try:"] + indented(body, 2) + [
            "    except Exception as __error:",
            "        __replies.error = __describe(__error)",
            "return __kept"])

    def once(self, client):
        """function() -> reply: the one step, made once; what it raises is raised."""
        return self._made(client, "", self._iteration(lambda target: []) + ["return __r0"])

    def single(self, client):
        """function(at, caller) -> reply: the call of one step, whose value comes from caller.compute()."""
        if self.wrap or any(step.each or step.array for step in self.steps):
            raise ValueError("single calls have one key each")
        lines = []
        for at, step in enumerate(self.steps):
            lines += ["if __at == %d:" % at] + indented(assigned("__reply", self._source(step, "__caller.compute()")))
        return self._made(client, "__at, __caller", lines + ["return __reply"])

    def paced(self, client):
        """function(take) -> ([(last reply, its turn)], [(call, lag, latency)], errors by class): the steps in turn, each call
        when it is due. A turn is one pass through all steps; the first is 0."""
        if self.wrap:
            raise ValueError("calls that are due one by one share no %s" % self.wrap)
        calls = ", ".join("__call%d" % at for at in range(len(self.steps)))
        alone = [line for at, step in enumerate(self.steps) for line in self._alone(step, at)]
        return self._made(client, "__take", alone + [
            "__calls = [%s]" % calls,
            "__last, __times, __errors = [None] * %d, [], {}" % len(self.steps),
            "__step = __turn = 0",
            "while True:",
            "    __call, __due, __began = %s__take()" % self._await(),
            "    if __call is None:",
            "        return __last, __times, __errors",
            "    try:",
            "        __last[__step] = %s__calls[__step](), __turn" % self._await(),
            "    except Exception as __error:",
            "        __kind = __describe(__error)['class']",
            "        __errors[__kind] = __errors.get(__kind, 0) + 1",
            "    __times.append((__call, __began - __due, __clock() - __due))",
            "    __step += 1",
            "    if __step == %d:" % len(self.steps),
            "        __step, __turn = 0, __turn + 1"])

    def traffic(self, client):
        """function(take, fill, keys, values, replies, begun, ended, fills): single writes and reads of pairs. A read that misses is
        followed by a write, as in applications. Raises ValueError unless the steps are a write and a read of each pair."""
        if self.wrap or [(step.each, step.op in WRITING) for step in self.steps] != [(True, True), (True, False)]:
            raise ValueError("traffic needs a write and a read of each pair")
        key, value = ITEM.split(", ")
        write, read = [assigned("__reply", self._source(step, "{0}")) for step in self.steps]
        raised = ["except Exception as __error:", "    __reply = __error"]
        return self._made(client, "__take, __fill, __keys, __values, __replies, __begun, __ended, __fills", [
            "for __at in iter(__take, None):",
            "    %s, %s = __keys[__at], __values[__at]" % (key, value),
            "    __begun[__at] = __clock()",
            "    try:",
            "        if %s is None:" % value] + indented(read, 3) + [
            "        else:"] + indented(write, 3) + indented(raised) + [
            "    __ended[__at] = __clock()",
            "    __replies[__at] = __reply",
            "    if %s is None and __reply is None:" % value,
            "        %s = __fill(__at)" % value,
            "        try:"] + indented(write, 3) + indented(raised, 2) + [
            "        __fills[__at] = (__reply,)"])

    def _made(self, client, argument, lines):
        """The function; what it uses is local to it."""
        bound = dict(self.adapter.bind(client), **self.names.constants)
        bound.update(__clock=now, __repeat=repeat, __cycle=cycle, __KeptReplies=KeptReplies, __describe=describe)
        names = sorted(bound)
        space = {"__bound": [bound[name] for name in names]}
        lines = ["%s = __bound" % ", ".join(names)] + lines
        source = "\n".join([self._define("__program") + "(%s):" % argument] + indented(lines)) + "\n"
        exec(compile(source, "(scenario)", "exec"), space)
        return space["__program"]

    def _iteration(self, after_call, after_step=lambda target: [], missed="{0}"):
        """Lines of one iteration. Functions of the reply's name give the lines behind each call (each pair's is one), and
        behind each step.

        missed: the form of a value that a fetch computes, by its source and that of its key."""
        lines = []
        for at, step in enumerate(self.steps):
            target, source = "__r%d" % at, self._source(step, missed)
            if step.each:
                inner = assigned("__one", source) + ["__push(__one)"] + after_call("__one")
                lines += ["%s = []" % target, "__push = %s.append" % target, self._loop(step)] + indented(inner)
            else:
                lines += assigned(target, source) + after_call(target)
            lines += after_step(target)
        return self._wrapped(lines or ["pass"])

    def _alone(self, step, at):
        """Lines that define a step's one call as a function, over the next pair where it is one for each."""
        source = assigned("__reply", self._source(step, "{0}"))
        define = self._define("__call%d" % at) + "():"
        if not step.each:
            return [define] + indented(source + ["return __reply"])
        following = "%s = next(__pairs%d)" % (item(step), at)
        return (["__pairs%d = __cycle(%s)" % (at, self._pairs(step)), define] +
                indented([following] + source + ["return __reply"]))

    def _source(self, step, missed):
        if step.block:
            raise NotOffered(step.op + " with a block")
        if step.bytes:
            raise NotOffered(step.op + " of bytes")
        make = getattr(self.adapter, step.op, None)
        source = make(*self._arguments(step, missed)) if make else None
        if source is None:
            way = [" (raw)"] * bool(make and step.raw) + [" with race_condition_ttl"] * bool(make and step.race_condition_ttl)
            raise NotOffered(step.op + "".join(way))
        reservation = self.adapter.reservation()
        return Reserved(source, reservation) if reservation else source

    def _arguments(self, step, missed):
        if step.each:
            return tuple(item(step).split(", ")) + (step,)
        if step.array:
            return self._several(step, missed)
        key = self.names.key(step.key)
        if step.op not in WRITING:
            return key, step
        value = self.names.value(step.value, step.key, step.raw) if step.value else None
        return key, missed.format(value, key) if step.computes else value, step

    def _several(self, step, missed):
        """A call that writes gets a dict of values by key, which was made before; one that reads or deletes gets the list of
        keys. One that computes what is absent gets the list and the value of the key that is named KEY."""
        if step.op not in WRITING:
            return step.array, step
        table = self.names.table(step.keys, step.values, step.raw) if step.values else None
        if step.op not in READING:
            return table, step
        return step.array, missed.format("%s[%s]" % (table, KEY), KEY) if step.computes else None, step

    def _wrapped(self, lines):
        if not self.wrap:
            return lines
        if self.wrap == "quiet":
            return self._quiet(lines)
        if not hasattr(self.adapter, self.wrap):
            raise NotOffered(self.wrap)
        return getattr(self.adapter, self.wrap)(lines)

    def _quiet(self, lines):
        source = self.adapter.quiet()
        if source is None:
            raise NotOffered("quiet")
        return ["with %s:" % source] + indented(lines) if source else lines

    def _loop(self, step):
        return "for %s in %s:" % (item(step), self._pairs(step))

    def _pairs(self, step):
        return self.names.pairs(step.raw, step.op in WRITING)

    def _replies(self):
        return ", ".join("__r%d" % at for at in range(len(self.steps)))

    def _forgotten(self):
        return ["__r%d = None" % at for at in range(len(self.steps))]

    def _define(self, name):
        return ("async def " if self._await() else "def ") + name

    def _await(self):
        return "await " if self.adapter.mode.name == "asyncio" else ""


def item(step):
    """The names that the loop over pairs gives."""
    return ITEM if step.op in WRITING else KEY


def assigned(target, source):
    """Lines that put a call's reply under a name."""
    if isinstance(source, Reserved):
        return ["with %s as c:" % source.reservation] + indented(assigned(target, source.call))
    if not isinstance(source, Guarded):
        return ["%s = %s" % (target, source)]
    return ["try:", "    %s = %s" % (target, source.expression),
            "except %s:" % source.exceptions, "    %s = %s" % (target, source.otherwise)]


def indented(lines, levels=1):
    """The same lines, further right."""
    return ["    " * levels + line for line in lines]
