# coding: utf-8
"""The base of every client's adapter. An adapter names the client, loads it, reports the loaded library, connects, and returns
the Python source of each operation.

An operation that an adapter does not define (or for which it returns None) is "not offered by this client". The source is an
expression, or a Guarded one if the client reports a miss by an exception. Example:

    class Pylibmc(Adapter):
        name = "pylibmc"
        def load(self): self.library = importlib.import_module("pylibmc")
        def connect(self, servers, options): return self.library.Client(servers)
        def get(self, key, step): return self.call("get", key)

    ADAPTER = Pylibmc
"""
import copy
import importlib
import os
import re

from .failure import NotOffered


class Guarded(object):
    """Source of a call: `otherwise` in place of the exceptions by which the client reports a miss; any other fails the
    block."""

    def __init__(self, expression, exceptions, otherwise="None"):
        self.expression = expression
        self.exceptions = exceptions
        self.otherwise = otherwise


class Reserved(object):
    """Source of a call (an expression, or a Guarded one) inside a context manager that gives it its client."""

    def __init__(self, call, reservation):
        self.call = call
        self.reservation = reservation


def named(name):
    """The adapter class of a file in adapters/."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "adapters", name + ".py")
    if not re.match(r"[a-z0-9_\-]+\Z", name) or not os.path.exists(path):
        raise ValueError("no adapter is called %r: there is no %s" % (name, path))
    return importlib.import_module("cachemark_adapters." + name).ADAPTER


class Adapter(object):
    """See the module."""

    name = None
    awaits = False  # True: calls can be awaited

    def __init__(self, options):
        """options: dict of those given to `load` or `open`, str to str or bool."""
        self.options = options
        self.mode = None
        self.access = {}
        self._context = None

    def settle(self, options, mode, access):
        """A copy of a loaded adapter for one cell. access: what a client needs for its connections besides the addresses."""
        settled = copy.copy(self)
        settled.options, settled.mode, settled.access = options, mode, access
        settled.check()
        return settled

    def check(self):
        """Raises NotOffered for a mode in which this client cannot be used."""
        if self.mode.name == "asyncio" and not self.awaits:
            raise NotOffered("mode %s, as its calls cannot be awaited" % self.mode.text)

    def load(self):
        """Imports the library."""

    def version(self):
        """str: the version that was really loaded, or None."""

    def file(self):
        """str: the absolute path of the main file that was really loaded, or None."""

    def libraries(self):
        """[(name, version, main file)] of every library that is really active."""
        return [(self.name, self.version(), self.file())] if self.file() else []

    def roots(self):
        """The folders (or single files) of these libraries, which make the digest."""
        return [root for root in (root_of(main) for _, _, main in self.libraries()) if root]

    def connect(self, servers, options):
        """Builds and returns the client; untimed."""
        raise NotImplementedError("%s does not say how to connect" % type(self).__name__)

    def disconnect(self, client):
        """Lets go of what connect returned."""

    def bind(self, client):
        """{name: object} visible to the compiled source."""
        return {"c": client}

    def pools(self, client):
        """[pool.Pool] from which the calls of a client take their connections."""
        return []

    def reservation(self):
        """Source of the context manager that gives each call its client `c`; None for a client that is bound."""

    def quiet(self):
        """Source of a context manager. In its block the client waits for no reply to the writes of steps that are `quiet`. It is ""
        if these calls say so themselves, and None if the client has neither."""

    def flush(self, delay):
        """Source: the servers are empty after the delay, a literal; None for a client whose flush takes none."""

    def key(self, text):
        """A key as this client takes it."""
        return text

    def reply(self, step, value, keys):
        """Untimed: the neutral form of a reply. It is a value or None, a dict by present key for a multi-key call, and a number
        or None for counters. The dict of get_multi_cas has (value, version). keys: the keys asked for, as text."""
        return value

    def done(self, op, value):
        """True stored or deleted, False not, None when this client's reply does not say."""
        return None if value is None else bool(value)

    def done_of_many(self, op, value):
        """The same of a call with several keys: the list of the keys that failed, or how many did not. True if none failed,
        False if any did, None if this client's reply does not say."""
        return value if isinstance(value, (bool, int, list)) else None

    def call(self, method, *arguments):
        """Source of a call, without the arguments at the end that are None; awaited in asyncio."""
        given = list(arguments)
        while given and given[-1] is None:
            given.pop()
        wait = "await " if self.mode.name == "asyncio" else ""
        return "%sc.%s(%s)" % (wait, method, ", ".join(str(argument) for argument in given))

    def raw(self, source, step):
        """The source, for a client that serialises nothing."""
        if not step.raw:
            raise NotOffered("%s (not raw)" % step.op)
        return source

    def only(self, servers):
        """(host, port) of the one server, for a client that knows no ring and no unix sockets."""
        if len(servers) > 1 or servers[0].startswith("/"):
            raise NotOffered("a unix socket" if servers[0].startswith("/") else "several servers")
        return self.place(servers[0])

    def place(self, server):
        """(host, port), or the path of a unix socket."""
        if server.startswith("/"):
            return server
        host, port = server.rsplit(":", 1)
        return host.strip("[]"), int(port)

    def tls_context(self):
        """An ssl.SSLContext by which a client verifies the server's certificate and its name; None without TLS."""
        if "tls" in self.access and self._context is None:
            import ssl
            self._context = ssl.create_default_context(cafile=self.access["tls"]["ca"])
        return self._context

    def login(self, by):
        """(user, password) of a login in this way ("sasl" or "text"); None without one."""
        login = self.access.get("login")
        return (login["user"], login["password"]) if login and login["by"] == by else None

    def credentials(self):
        """The arguments for a login by SASL; {} without one."""
        return dict(zip(("username", "password"), self.login("sasl") or ()))

    def switch(self, name):
        """True, False, or None where the option is not given."""
        value = self.options.get(name)
        if value in (None, True, False):
            return value
        if value in ("on", "true", "off", "false"):
            return value in ("on", "true")
        raise ValueError("%s is on or off, not %r" % (name, value))

    def number(self, name):
        """int; only for an option that is given."""
        return int(self.options[name])

    def seconds(self, name):
        """float, or None for "off"; only for an option that is given."""
        value = self.options[name]
        return None if value in (False, "off") else float(value)

    def pause(self, name):
        """float seconds, 0 for "off"; only for an option that is given."""
        return self.seconds(name) or 0

    def given(self, **options):
        """{library's name: value} of the options that are given. Each has the function that reads it, and the library's names."""
        found = {}
        for option, (read, names) in options.items():
            if option in self.options:
                found.update(dict.fromkeys(names.split(), read(option)))
        return found


def root_of(main):
    """The package's folder of a main file; the file itself where the library is that one file."""
    if main is None:
        return None
    return os.path.dirname(main) if os.path.basename(main).startswith("__init__.") else main


def distribution(name, main):
    """str: the version of what a main file was installed as, for libraries that do not report theirs; None if unknown."""
    folder = os.path.dirname(root_of(main))
    names = os.listdir(folder) if os.path.isdir(folder) else []
    found = [re.match(re.escape(name) + r"-([^-]+?)(-py.*)?\.(egg|dist)-info\Z", one) for one in names]
    found = [match.group(1) for match in found if match]
    return found[0] if len(found) == 1 else None


def main_file(module):
    """The absolute path of a module's source, which is what was loaded."""
    path = os.path.realpath(module.__file__)
    return path[:-1] if path.endswith((".pyc", ".pyo")) else path
