# coding: utf-8
"""Where exceptions strike in a library: this file is one."""
import unittest

import world  # noqa: F401
from cachemark_driver.actors.interrupts import Interrupted
from cachemark_driver.actors.interrupts import Halted, LineStrike

OWN = __file__.replace(".pyc", ".py")


class Line(object):
    """A connection that closes itself over whatever happens."""

    def __init__(self):
        self.open = True

    def read(self):
        try:
            return self.reply()
        except BaseException:
            self.close()
            raise

    def reply(self):
        return "reply"

    def deaf(self):
        try:
            return self.reply()
        except Exception:
            return None

    def close(self):
        self.open = False


class LineStrikeTest(unittest.TestCase):
    def test_the_exception_comes_at_the_line_of_that_number_and_is_dealt_with(self):
        self.assertEqual([("Interrupted", True)] + [("Interrupted", False)] * 2 + [("reply", True)],
                         [self.strike(number) for number in range(1, 5)])
        self.assertEqual(("Halted", False), self.strike(2, error="Exception"))

    def test_the_second_comes_where_it_cleans_up_after_the_first(self):
        self.assertEqual([("Interrupted", True)] * 3, [self.strike(number, twice=True) for number in range(1, 4)])
        self.assertEqual(("reply", True), self.strike(4, twice=True))

    def test_reports_the_place_of_the_first_strike(self):
        self.strike(2, twice=True)
        self.assertEqual(1, len(self.places))
        self.assertTrue(self.places[0].startswith(OWN + ":"), self.places)
        self.strike(99)
        self.assertEqual([], self.places)

    def test_a_call_that_returns_all_the_same_has_swallowed_it(self):
        strike = LineStrike([OWN], {"number": 2}, lambda place: None)
        self.assertEqual(None, strike.over(Line().deaf))
        self.assertEqual({"swallowed": True}, strike.report())

        strike = LineStrike([OWN], {"number": 99}, lambda place: None)
        strike.over(Line().deaf)
        self.assertEqual({}, strike.report())

    def strike(self, number, **message):
        """(what came of it, whether the line is open still)"""
        line = Line()
        self.places = []
        try:
            value = LineStrike([OWN], dict(message, number=number), self.places.append).over(line.read)
        except (Interrupted, Halted) as error:
            value = type(error).__name__
        return value, line.open


if __name__ == "__main__":
    unittest.main()
