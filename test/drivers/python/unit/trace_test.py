# coding: utf-8
import os
import re
import subprocess
import sys
import unittest

import world  # noqa: F401
from allocations_test import COUNTING, has_ctypes
from cachemark_driver import trace

PATTERN = re.compile("x+")


class Mine(object):
    """A client of this test."""

    def get(self, key):
        return PATTERN.match(key)


def held():
    bytearray(5000)
    return {}


class TraceTest(unittest.TestCase):
    def sites(self, kind, work):
        return dict((site["name"], site) for site in trace.over(kind, lambda: work() and {} or {})["trace"])

    def test_counts_calls_at_their_definition(self):
        site = self.sites("calls", lambda: [Mine().get("x") for _ in range(3)])["__main__.Mine.get"]
        self.assertEqual(3, site["count"])
        self.assertEqual("def get(self, key):", site["text"])
        self.assertTrue(re.search(r"trace_test\.py:\d+\Z", site["place"]), site)

    def test_a_function_in_c_is_placed_at_its_caller_and_a_patterns_has_its_pattern(self):
        sites = self.sites("calls", lambda: Mine().get("x"))
        found = [site for name, site in sites.items() if name.endswith("match 'x+'")]
        self.assertEqual(["return PATTERN.match(key)"], [site["text"] for site in found])

    def test_counts_lines(self):
        texts = [site["text"] for site in trace.over("lines", lambda: Mine().get("x") and {})["trace"]]
        self.assertIn("return PATTERN.match(key)", texts)

    def test_memory_is_counted_by_line(self):
        if sys.version_info < (3, 6) or not has_ctypes():
            return
        output = subprocess.check_output([sys.executable, __file__, "held"], env=dict(os.environ, **COUNTING))
        site, = [site for site in eval(output) if site["text"] == "bytearray(5000)"]
        self.assertTrue(5000 <= site["bytes"] < 5400, site)
        self.assertTrue(1 <= site["count"] <= 6, site)

    def test_memory_is_unknown_unless_all_of_it_comes_from_malloc(self):
        self.assertIsNone(trace.over("allocations", dict)["trace"])

    def test_without_a_kind_nothing_is_traced(self):
        self.assertEqual({"wall_ns": 1}, trace.over(None, lambda: {"wall_ns": 1}))
        self.assertRaises(ValueError, trace.over, "secrets", dict)


if __name__ == "__main__":
    print(trace.over("allocations", held)["trace"]) if sys.argv[1:] == ["held"] else unittest.main()
