# coding: utf-8
import pickle
import unittest

import world  # noqa: F401
from cachemark_driver.reference.reply import ADDED, MORE, BadReply, Many, announced, counted, created, many, one, said


def pieces(read, whole):
    """The answers of read to every beginning of a reply, without the whole."""
    return set(read(whole[:end]) for end in range(1, len(whole)))


class ReplyTest(unittest.TestCase):
    def test_a_value_is_read_when_all_of_it_is_there(self):
        whole = b"VALUE k 0 5\r\na\r\nbc\r\nEND\r\n"
        self.assertEqual(b"a\r\nbc", one(whole, b"k"))
        self.assertEqual(set([MORE]), pieces(lambda reply: one(reply, b"k"), whole))

    def test_a_miss(self):
        self.assertIsNone(one(b"END\r\n", b"k"))
        self.assertIs(MORE, one(b"END", b"k"))

    def test_a_flag_says_what_is_pickled(self):
        data = pickle.dumps([1, "two"], 2)
        whole = ("VALUE k 1 %d\r\n" % len(data)).encode("ascii") + data + b"\r\nEND\r\n"
        self.assertEqual([1, "two"], one(whole, b"k"))
        self.assertEqual({"key": [1, "two"]}, many(whole, Many([("key", b"k")])))

    def test_refuses_malformed_replies(self):
        for wrong in (b"VALUE other 0 1\r\na\r\nEND\r\n", b"VALUE k 0 1\r\nab\r\nEND\r\n", b"VALUE k 0 2\r\na\r\nEND\r\nEND",
                      b"VALUE k 0 1\r\na\r\nEND\r\nEND\r\n", b"VALUE k 0 x\r\na\r\nEND\r\n", b"VALUE k 0 -1\r\na\r\nEND\r\n",
                      b"VALUE k 0\r\na\r\nEND\r\n", b"SERVER_ERROR out\r\n", b"ERROR\r\n", b"STORED\r\n"):
            self.assertRaises(BadReply, one, wrong, b"k")
            self.assertRaises(BadReply, many, wrong, Many([("k", b"k")]))

    def test_refuses_a_line_without_an_end(self):
        line = b"VALUE k 0 " + b"1" * 9000
        self.assertRaises(BadReply, one, line, b"k")
        self.assertRaises(BadReply, many, b"VALUE j 0 1\r\n1\r\n" + line, Many([("j", b"j"), ("k", b"k")]))
        self.assertIs(MORE, one(line[:300], b"k"))

    def test_the_first_line_announces_a_length(self):
        whole = b"VALUE k 0 5\r\na\r\nbc\r\n"
        self.assertEqual(set([len(whole)]), set(announced(whole[:end]) for end in range(13, len(whole))))
        for other in (b"VALUE k 0 5", b"VALUE k 0 x\r\n", b"VALUE k 0\r\n", b"STORED\r\n", b""):
            self.assertEqual(0, announced(other))

    def test_many_values_in_the_order_of_the_question(self):
        whole = b"VALUE a 0 3\r\nEND\r\nVALUE c 0 0\r\n\r\nEND\r\n"
        asked = [("A", b"a"), ("B", b"b"), ("C", b"c")]
        self.assertEqual({"A": b"END", "C": b""}, many(whole, Many(asked)))
        for wrong in (b"VALUE c 0 0\r\n\r\nVALUE a 0 3\r\nEND\r\nEND\r\n", b"VALUE a 0 1\r\n1\r\nVALUE a 0 1\r\n1\r\nEND\r\n"):
            self.assertRaises(BadReply, many, wrong, Many(asked))

    def test_many_values_go_on_where_they_stopped(self):
        whole = b"VALUE a 0 3\r\nEND\r\nVALUE c 0 0\r\n\r\nEND\r\n"
        for at in range(1, len(whole)):
            asked = Many([("A", b"a"), ("C", b"c")])
            self.assertIs(MORE, many(whole[:at], asked))
            self.assertEqual({"A": b"END", "C": b""}, many(whole, asked))

    def test_lines(self):
        self.assertEqual([True, False], [said(b"STORED\r\n", ADDED), said(b"NOT_STORED\r\n", ADDED)])
        self.assertEqual(set([MORE]), pieces(lambda reply: said(reply, ADDED), b"NOT_STORED\r\n"))
        self.assertRaises(BadReply, said, b"EXISTS\r\n", ADDED)
        self.assertEqual([12, 9, None], [counted(b"12\r\n", 0), counted(b"9 \r\n", 0), counted(b"NOT_FOUND\r\n", 0)])
        self.assertRaises(BadReply, counted, b"CLIENT_ERROR non-numeric\r\n", 0)
        self.assertEqual(7, created(b"VA 1\r\n7\r\n", 0))
        self.assertEqual(set([MORE]), pieces(lambda reply: created(reply, 0), b"VA 2\r\n99\r\n"))
        self.assertRaises(BadReply, created, b"NS\r\n", 0)


if __name__ == "__main__":
    unittest.main()
