"""Looks at a checkout, or builds it: build.py look|build SOURCE MODULE [INTO].

`look` prints one line of JSON: `folder`, from which the module can be loaded as it lies there, and `builds`,
whether it has to be built first. `build` leaves all that is to be loaded in INTO; SOURCE is spoilt by it."""
from __future__ import print_function

import fnmatch
import json
import os
import re
import subprocess
import sys

# Where a module may lie in a checkout.
FOLDERS = ["", "src", "lib", "python"]
# Packages that setuptools builds without a setup.py.
SHIM = "from setuptools import setup; setup()"


def read(path):
    """The text of a file, "" where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "replace")
    except (IOError, OSError):
        return ""


def extends(source):
    """Whether something in it has to be compiled."""
    words = r"\bext_modules\b|\bExtension\s*\(|ext-modules|cffi_modules|rust_extensions"
    return bool(re.search(words, read(os.path.join(source, "setup.py")) + read(os.path.join(source, "pyproject.toml"))))


def folder_of(source, module):
    """The folder from which the module can be loaded, or None."""
    for name in FOLDERS:
        folder = os.path.join(source, name) if name else source
        names = os.listdir(folder) if os.path.isdir(folder) else []
        package = os.path.exists(os.path.join(folder, module, "__init__.py"))
        if package or module + ".py" in names or fnmatch.filter(names, module + "*.so"):
            return folder
    return None


def build(source, into):
    """Compiles with this Python; the compiler's settings come from the environment."""
    program = ["setup.py"] if os.path.exists(os.path.join(source, "setup.py")) else ["-c", SHIM]
    base = os.path.join(source, ".built")
    arguments = ["build", "--build-base", base, "--build-lib", into]
    return subprocess.call([sys.executable] + program + arguments, cwd=source)


def main(action, source, module, into=None):
    """The exit status."""
    if action == "build":
        return build(source, into)
    print(json.dumps({"folder": folder_of(source, module), "builds": extends(source)}, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
