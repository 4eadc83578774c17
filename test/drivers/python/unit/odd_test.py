# coding: utf-8
"""Keys and values that are no plain texts, and calls at once: what actors make of them."""
import os
import sys
import threading
import unittest
import zlib

import world  # noqa: F401
from cachemark_driver import reported, values
from cachemark_driver.actors import lanes
from cachemark_driver.failure import NotOffered


class OddValuesTest(unittest.TestCase):
    def test_texts_that_json_cannot_carry(self):
        text = values.value(b"m\xfc", "text:ISO-8859-1")
        self.assertEqual(u"m\xfc", text if isinstance(text, type(u"")) else text.decode("utf-8"))
        self.assertRaises(NotOffered, values.value, b"\xc3\x28", "text")
        self.assertRaises(NotOffered, values.value, b"a", "symbol")

    def test_reports_a_large_value_by_size_and_checksum(self):
        large = b"\xff" * (reported.MOST_BYTES + 1)
        self.assertEqual({"size": 131073, "crc32": zlib.crc32(large) & 0xffffffff, "encoding": "ASCII-8BIT"},
                         reported.value(large))
        self.assertEqual({"bytes": "/w==", "encoding": "ASCII-8BIT"}, reported.value(b"\xff"))

    def test_the_text_of_an_application_is_reported_as_text(self):
        self.assertEqual({"bytes": "w7w=", "encoding": "UTF-8"}, reported.value(b"\xc3\xbc" if str is bytes else u"\xfc"))

    @unittest.skipIf(sys.version_info[0] > 2, "only Python 2 has two kinds of text")
    def test_the_other_kind_of_text_is_another_object(self):
        self.assertEqual("__builtin__.unicode", reported.value(u"a")["class"])


class LanesTest(unittest.TestCase):
    def order(self, way):
        out, end = os.pipe()
        lanes.named(way)(2, lambda lane: os.write(end, str(lane).encode("ascii")))
        os.close(end)
        with os.fdopen(out, "rb") as reader:
            return reader.read().decode("ascii")

    def test_forks_begin_together_or_one_before_the_other(self):
        self.assertEqual(["0", "1"], sorted(self.order("fork")))
        self.assertEqual("10", self.order("fork-child-first"))
        self.assertEqual("01", self.order("fork-parent-first"))

    def test_threads_run_every_list(self):
        self.assertEqual(["0", "1"], sorted(self.order("threads")))

    @unittest.skipIf(sys.version_info < (3, 7), "no contexts")
    def test_contexts_are_copies_of_the_callers(self):
        import contextvars
        kept = contextvars.ContextVar("kept")
        kept.set("the caller's")
        seen = []

        def run(lane):
            seen.append((kept.get(None), threading.current_thread() is threading.main_thread()))
            kept.set("of lane %d" % lane)
        lanes.named("contexts")(3, run)
        self.assertEqual([("the caller's", False)] * 3, seen)
        self.assertEqual("the caller's", kept.get())


if __name__ == "__main__":
    unittest.main()
