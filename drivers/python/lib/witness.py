# coding: utf-8
"""What a proof's program remembers of one iteration."""


class Witness(object):
    """Replies as the client gave them, in the order of the steps; fewer than these where one raised."""

    def __init__(self):
        self.replies = []
        self.missed = set()  # the steps in which the value of a fetch was computed
        self.error = None  # what was raised, as failure.tell has it

    def miss(self, value):
        """Computes a fetch's value."""
        self.missed.add(len(self.replies))
        return value
