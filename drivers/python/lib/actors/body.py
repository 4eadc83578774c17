# coding: utf-8
"""What a process holds: what grows here call after call is leaked."""
import gc
import os
import threading


def look():
    """descriptors and threads: counts; memory_bytes: resident; None where the system does not tell."""
    gc.collect()
    return {"pairs": [["descriptors", descriptors()], ["threads", threading.active_count()], ["memory_bytes", memory()]]}


def descriptors():
    """int or None"""
    try:
        return len(os.listdir("/proc/self/fd")) - 1  # without the one that lists
    except OSError:
        return None


def memory():
    """int or None"""
    try:
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (IOError, OSError):
        return None
