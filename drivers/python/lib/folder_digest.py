# coding: utf-8
"""SHA-256 over every file of some folders, name and content, so that two contenders with the same code are known to be
the same whatever their versions say. A library that is one file counts as a folder of that file; bytecode is not counted."""
import hashlib
import os

from .native import encoded


def digest(roots):
    """str of 64 hex digits, or None without roots; roots: folders, or files."""
    if not roots:
        return None
    sha = hashlib.sha256()
    for root in roots:
        for name, path in files(root):
            with open(path, "rb") as content:
                sha.update(encoded(name) + b"\0" + content.read() + b"\0")
    return sha.hexdigest()


def files(root):
    """[(relative name, path)] of all files, sorted."""
    if os.path.isfile(root):
        return [(os.path.basename(root), root)]
    found = []
    for folder, _, names in os.walk(root):
        found += [os.path.join(folder, name) for name in names if not name.endswith((".pyc", ".pyo"))]
    return sorted((os.path.relpath(path, root), path) for path in found if os.path.isfile(path))
