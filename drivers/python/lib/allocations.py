# coding: utf-8
"""Counts the memory that the process requests, with glibc's mtrace. That needs the variables that language.yml has for it:
all of Python's memory comes from malloc, and the library that has mtrace is loaded."""
import os
import platform
import shutil
import sys
import tempfile

# The oldest symbols of glibc, by processor. The newest mtrace, which ctypes finds, does nothing.
SYMBOLS = {"x86_64": b"GLIBC_2.2.5", "aarch64": b"GLIBC_2.17"}
# Lines of a new block and of one that was resized end with its size.
REQUESTS = (" + ", " > ")


# No request can be this large.
MARK = 1 << 63


class Log(object):
    """sizes: list of what was requested between start and stop, in order; None if this Python does not report it."""

    def __init__(self):
        self.sizes = None
        self._switches = switches()

    def start(self):
        """Whether this Python reports it."""
        if not self._switches:
            return False
        self._folder = tempfile.mkdtemp("cachemark")
        self._path = os.environ["MALLOC_TRACE"] = os.path.join(self._folder, "trace")
        self._request = requests()
        self._switches[0]()
        return True

    def stop(self):
        if not self._switches:
            return
        self._switches[1]()
        try:
            with open(self._path) as lines:
                self.sizes = [int(line.rsplit(None, 1)[1], 16) for line in lines if any(sign in line for sign in REQUESTS)]
        except IOError:  # the library was not loaded
            pass
        finally:
            shutil.rmtree(self._folder)

    def mark(self, number):
        """Adds MARK + number to the sizes; the request fails."""
        self._request(MARK + number)


def requests():
    """The function that requests memory."""
    import ctypes
    request = ctypes.PyDLL(None).malloc
    request.argtypes, request.restype = [ctypes.c_size_t], ctypes.c_void_p
    return request


def switches():
    """(mtrace, muntrace), or None where they would not see all memory, or are not there."""
    if os.environ.get("PYTHONMALLOC") != "malloc" or sys.version_info < (3, 6):
        return None
    try:
        import ctypes
    except ImportError:
        return None
    version = SYMBOLS.get(platform.machine())
    find = getattr(ctypes.CDLL(None), "dlvsym", None)
    if not (version and find):
        return None
    find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    found = [find(None, name, version) for name in (b"mtrace", b"muntrace")]
    return [ctypes.CFUNCTYPE(None)(place) for place in found] if all(found) else None
