"""Reports the facts of this Python and the places of its modules: probe.py [MODULE]... Prints one line of JSON."""
from __future__ import print_function

import json
import os
import platform
import sys


def find(name):
    """The absolute path of a module's file, which is not run; None where there is none."""
    try:
        from importlib.util import find_spec
    except ImportError:
        return find_old(name)
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    return os.path.abspath(spec.origin) if spec and spec.origin and os.path.exists(spec.origin) else None


def find_old(name):
    """The same on Python 2."""
    import imp
    try:
        opened, path, (_, _, kind) = imp.find_module(name)
    except ImportError:
        return None
    if opened:
        opened.close()
    return os.path.abspath(os.path.join(path, "__init__.py") if kind == imp.PKG_DIRECTORY else path)


def main(names):
    """Prints what is asked for."""
    # The driver's own folder is not part of the runtime.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != os.path.dirname(os.path.abspath(__file__))]
    print(json.dumps({
        "version": platform.python_version(),
        "description": "%s %s" % (platform.python_implementation(), sys.version.replace("\n", " ")),
        "engine": platform.python_implementation().lower(),
        "folders": [os.path.abspath(folder) for folder in sys.path if os.path.isdir(folder)],
        "modules": dict((name, find(name)) for name in names),
    }, sort_keys=True))


if __name__ == "__main__":
    main(sys.argv[1:])
