# coding: utf-8
import os
import subprocess
import sys
import unittest

import world  # noqa: F401
from cachemark_driver.watch import Watch

# As language.yml has them.
COUNTING = {"PYTHONMALLOC": "malloc", "LD_PRELOAD": "libc_malloc_debug.so.0"}
HELD = 1000
UNKNOWN = {"allocated_bytes": None, "allocations": None}


def seen():
    watch = Watch(["allocated_bytes"])
    watch.during(lambda: [bytearray(HELD) for _ in range(20)])
    return watch.fields()


class AllocationsTest(unittest.TestCase):
    def test_counts_the_memory_that_a_process_requests(self):
        if sys.version_info < (3, 6) or not has_ctypes():
            return
        environment = dict(os.environ, **COUNTING)
        answers = [subprocess.check_output([sys.executable, __file__, "seen"], env=environment) for _ in range(2)]
        fields = eval(answers[0])
        self.assertEqual(answers[0], answers[1])
        self.assertTrue(20 * HELD < fields["allocated_bytes"] < 30 * HELD, fields)
        self.assertTrue(40 <= fields["allocations"] <= 60, fields)

    def test_memory_is_unknown_unless_all_of_it_comes_from_malloc(self):
        self.assertEqual(UNKNOWN, seen())


def has_ctypes():
    try:
        import ctypes  # noqa: F401
        return True
    except ImportError:
        return False


if __name__ == "__main__":
    print(seen()) if sys.argv[1:] == ["seen"] else unittest.main()
