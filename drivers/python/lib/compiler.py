# coding: utf-8
"""Turns plans into Python source, so that nothing of ours is between the timing loop and the client: no wrapper functions, no
lookups but locals. Replies stay in locals. Each kind of program is a `def`, or an `async def` where the calls are awaited."""
import time
from itertools import repeat

from .adapter import Guarded, Reserved
from .failure import NotOffered, describe
from .meter import now
from .native import decoded
from .reported import value as reported
from .step import READING, WRITING, Step


class KeptReplies(object):
    """The replies of one iteration, as the client gave them, in the order of the steps; fewer than these where one raised."""

    def __init__(self, pause):
        """pause: seconds that it takes to compute a value."""
        self.replies = []
        self.computed = {}  # {step: the keys whose values the client asked for}
        self.spans = []  # ns of each call
        self.error = None  # what was raised, as failure.describe has it
        self._pause = pause
        self._was = now()

    def keep(self, reply):
        self._end()
        self.replies.append(reply)

    def fail(self, error):
        self._end()
        self.error = dict(describe(error), computed=self.computed.get(len(self.replies), []))

    def miss(self, value, key):
        """Computes a fetch's value."""
        self.computed.setdefault(len(self.replies), []).append(decoded(key) if isinstance(key, bytes) else key)
        if self._pause:
            time.sleep(self._pause)
        return value

    def _end(self):
        was, self._was = self._was, now()
        self.spans.append(self._was - was)


# The names of a key and its value, in the loop over pairs and in the functions of single calls.
KEY, VALUE = "__k", "__v"
TIME = ["__now = __clock()", "__span(__now - __was)", "__was = __now"]
OPERANDS = ("key", "keys", "value", "values", "after_miss")
CODES = {}  # {source: compiled}: actors make the same calls of many clients, and to compile takes longer than to call


class Call(object):
    """A call of a plan: its Step, the sources of its key (or keys) and of its value (None without one), and its keys as texts.
    Of one for each pair, the sources are names, and `pairs` is that of the list."""

    def __init__(self, step, key, value, keys=(), pairs=None):
        self.step, self.key, self.value, self.keys, self.pairs = step, key, value, keys, pairs


class Compiler(object):
    """Of one plan of a client."""

    def __init__(self, adapter, client, plan, values):
        """plan: a list of dicts, or a dict with `calls` and the `wrap` "local_cache" or "quiet"; values: list."""
        self._adapter = adapter
        self._client = client
        self._values = values
        self._plan, self._wrap = (plan["calls"], plan["wrap"]) if isinstance(plan, dict) else (plan, None)
        self._constants = {}  # {"K0": object}: what a program needs, named so far
        self._fragments = {}
        self._programs = {}
        self._found = None

    def check(self):
        """Itself. Raises NotOffered for a call that the client lacks."""
        self._iteration(lambda target: [])
        return self

    @property
    def calls(self):
        """[Call]"""
        if self._found is None:
            self._found = [self._call(fields) for fields in self._plan]
        return self._found

    def program(self, kind):
        """The function of this kind, the name of a method, which was made once."""
        if kind not in self._programs:
            self._programs[kind] = getattr(self, kind)()
        return self._programs[kind]

    def timed(self):
        """function(batch sizes) -> (last replies, stamps, None): the clock is read before the first batch and after each."""
        body = self._iteration(lambda target: [])
        return self._made("__sizes", self._forgotten() + [
            "__stamps = [__clock()]",
            "for __size in __sizes:",
            "    for __pass in __repeat(None, __size):"] + indented(body, 2) + [
            "    __stamps.append(__clock())",
            "return %s, __stamps, None" % self._replies()])

    def latencies(self):
        """-> (last replies, stamps, spans): with every call's time. The end of one call is the start of the next."""
        body = self._iteration(lambda target: TIME)
        return self._made("__sizes", self._forgotten() + [
            "__spans = []",
            "__span = __spans.append",
            "__was = __clock()",
            "__stamps = [__was]",
            "for __size in __sizes:",
            "    for __pass in __repeat(None, __size):"] + indented(body, 2) + [
            "    __stamps.append(__was)",
            "return %s, __stamps, __spans" % self._replies()])

    def proof(self):
        """function(iterations, pause) -> [KeptReplies]: every reply of every iteration, and what it raised."""
        body = self._iteration(lambda target: ["__keep(%s)" % target], "__miss({0}, {1})")
        return self._made("__iterations, __pause", [
            "__kept = []",
            "for __pass in __repeat(None, __iterations):",
            "    __replies = __KeptReplies(__pause)",
            "    __kept.append(__replies)",
            "    __keep, __miss = __replies.keep, __replies.miss",
            "    try:"] + indented(body, 2) + [
            "    except Exception as __error:",
            "        __replies.fail(__error)",
            "return __kept"])

    def once(self):
        """function() -> reply: the one call, made once; what it raises is raised."""
        return self._made("", self._iteration(lambda target: []) + ["return __r0"])

    def due(self):
        """function(take, singles, notes) -> notes: each call when it is due; singles: as below; notes: due.Notes."""
        if self._wrap:
            raise ValueError("calls that are due one by one share no %s" % self._wrap)
        return self._made("__take, __singles, __notes", [
            "__place, __count = 0, len(__singles)",
            "while True:",
            "    __at, __due, __began = %s__take()" % self._await(),
            "    if __at is None:",
            "        return __notes",
            "    __function, __key, __value, __follows, __call = __singles[__place]",
            "    __place = (__place + 1) % __count",
            "    if __follows and not __notes.follows():",
            "        continue",
            "    try:",
            "        __reply = %s__function(__key, __value)" % self._await(),
            "        __ended = __clock()",
            "    except Exception as __error:",
            "        __notes.failed(__at, __began - __due, __clock() - __due, __place - 1, __error)",
            "        continue",
            "    __notes.done(__at, __began - __due, __ended - __due, __place - 1, __call, __reply)"])

    def singles(self):
        """[(function of a key and a value, key, value, whether it follows a miss, Call)] of each call, and of each of those over
        pairs. Those that differ in nothing else share a function."""
        forms, singles = {}, []
        for fields in self._plan:
            rest = sorted((name, one) for name, one in fields.items() if name not in OPERANDS)
            form = repr(rest), written(fields), "keys" in fields
            if form not in forms:
                call = Call(Step(fields), KEY, VALUE if written(fields) else None)
                lines = assigned("__reply", self._source(call, "{0}")) + ["return __reply"]
                define = ["%s __function(%s, %s):" % (self._define(), KEY, VALUE)] + indented(lines)
                forms[form] = call, self._made("", define + ["return __function"], "def")()
            call, function = forms[form]
            if call.step.array:  # the only one whose reply depends on its keys
                call = Call(call.step, KEY, VALUE, self._texts(fields))
            follows = fields.get("after_miss") is True
            singles += [(function, key, value, follows, call) for key, value in self._operands(call.step, fields)]
        return singles

    def neutral(self, call, reply):
        """The neutral form of a client's reply to a call, of one pair where it is for each."""
        if call.step.stores:
            return (self._adapter.done_of_many if call.step.array else self._adapter.done)(call.step.op, reply)
        return self._adapter.reply(call.step, reply, call.keys)

    def reports(self, replies, computed=None):
        """[report] of the replies of one iteration; computed: as KeptReplies has it."""
        calls = [call for call, fields in zip(self.calls, self._plan) for _ in (fields["keys"] if call.pairs else "1")]
        return [self._report(call, reply, (computed or {}).get(at)) for at, (call, reply) in enumerate(zip(calls, replies))]

    def _report(self, call, reply, computed):
        report = reported(self.neutral(call, reply))
        return {"computed": computed, "reply": report} if computed else report

    def _call(self, fields):
        step, texts = Step(fields, self._wrap == "quiet"), self._texts(fields)
        if step.each:
            writes = step.op in WRITING
            pairs = [pair if writes else pair[0] for pair in self._operands(step, fields)]
            return Call(step, KEY, VALUE if writes else None, texts, self._constant("P", len(self._constants), pairs))
        (key, value), = self._operands(step, fields)
        names = fields.get("keys", fields.get("key")), fields.get("values", fields.get("value"))
        source = self._constant("A" if step.array else "K", names[0], key)
        return Call(step, source, self._constant("V", names, value) if written(fields) else None, texts)

    def _operands(self, step, fields):
        """Yields the key and the value of a call, of each pair if it is for each. Of several keys in one call, they are the
        list of the keys, and a dict of values by key."""
        values = self._values
        if step.array:
            keys = [self._key(key) for key in fields["keys"]]
            yield keys, dict(zip(keys, [values[at] for at in fields["values"]])) if "values" in fields else None
        elif step.each:
            for at, key in enumerate(fields["keys"]):
                yield self._key(key), values[fields["values"][at]] if "values" in fields else None
        else:
            yield self._key(fields["key"]), values[fields["value"]] if "value" in fields else None

    def _texts(self, fields):
        return [self._text(key) for key in fields.get("keys", ())] if "each" not in fields else []

    def _text(self, key):
        """The key as it is sent; one that no plain text can be is among the values."""
        return self._values[key["value"]] if isinstance(key, dict) else key

    def _key(self, key):
        text = self._text(key)
        return self._adapter.key(text) if isinstance(text, str) else text

    def _constant(self, letter, name, made):
        """The constant of an object, which its name identifies."""
        name = letter, repr(name)
        if name not in self._fragments:
            self._fragments[name] = fragment = "%s%d" % (letter, len(self._constants))
            self._constants[fragment] = made
        return self._fragments[name]

    def _made(self, argument, lines, define=None):
        """The function; what it uses is local to it."""
        bound = dict(self._adapter.bind(self._client), **self._constants)
        bound.update(__clock=now, __repeat=repeat, __KeptReplies=KeptReplies)
        names = sorted(bound)
        space = {"__bound": [bound[name] for name in names]}
        lines = ["%s = __bound" % ", ".join(names)] + lines
        source = "\n".join(["%s __program(%s):" % (define or self._define(), argument)] + indented(lines)) + "\n"
        if source not in CODES:
            CODES[source] = compile(source, "(scenario)", "exec")
        exec(CODES[source], space)
        return space["__program"]

    def _iteration(self, after_call, missed="{0}"):
        """Lines of one iteration. A function of the reply's name gives the lines behind each call; each pair's is one.

        missed: the form of a value that a fetch computes, by its source and that of its key."""
        lines = []
        for at, call in enumerate(self.calls):
            target, source = "__r%d" % at, self._source(call, missed)
            if call.pairs:
                item = "%s, %s" % (KEY, VALUE) if call.value else KEY
                inner = assigned("__one", source) + ["__push(__one)"] + after_call("__one")
                lines += ["%s = []" % target, "__push = %s.append" % target, "for %s in %s:" % (item, call.pairs)]
                lines += indented(inner)
            else:
                lines += assigned(target, source) + after_call(target)
        return self._wrapped(lines or ["pass"])

    def _source(self, call, missed):
        step = call.step
        if step.block:
            raise NotOffered(step.op + " with a block")
        if step.bytes:
            raise NotOffered(step.op + " of bytes")
        make = getattr(self._adapter, step.op, None)
        source = make(*self._arguments(call, missed)) if make else None
        if source is None:
            way = [" (raw)"] * bool(make and step.raw) + [" with race_condition_ttl"] * bool(make and step.race_condition_ttl)
            raise NotOffered(step.op + "".join(way))
        reservation = self._adapter.reservation()
        return Reserved(source, reservation) if reservation else source

    def _arguments(self, call, missed):
        """A call of several keys that writes gets a dict of values by key; one that reads or deletes gets the list of keys. One
        that computes what is absent gets the list and the value of the key that is named KEY."""
        step, key, value = call.step, call.key, call.value
        if step.op not in WRITING:
            return key, step
        if step.array and step.op not in READING:
            return value, step
        if step.computes:
            value = missed.format("%s[%s]" % (value, KEY), KEY) if step.array else missed.format(value, key)
        return key, value, step

    def _wrapped(self, lines):
        if not self._wrap:
            return lines
        if self._wrap == "quiet":
            return self._quiet(lines)
        if not hasattr(self._adapter, self._wrap):
            raise NotOffered(self._wrap)
        return getattr(self._adapter, self._wrap)(lines)

    def _quiet(self, lines):
        source = self._adapter.quiet()
        if source is None:
            raise NotOffered("quiet")
        return ["with %s:" % source] + indented(lines) if source else lines

    def _replies(self):
        return " + ".join(("__r%d" if call.pairs else "[__r%d]") % at for at, call in enumerate(self.calls)) or "[]"

    def _forgotten(self):
        return ["__r%d = %s" % (at, "[]" if call.pairs else "None") for at, call in enumerate(self.calls)]

    def _define(self):
        return "async def" if self._await() else "def"

    def _await(self):
        return "await " if self._adapter.mode.name == "asyncio" else ""


def written(fields):
    """Whether a call has a value."""
    return "value" in fields or "values" in fields


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
