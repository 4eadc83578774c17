# coding: utf-8
"""What a crew's work came to."""
from .failure import Failed


class Outcome(object):
    """answers: each worker's; go: when they were let go, ns; used: what the block used (meter.FIELDS);
    seen: the fields of a watch, summed."""

    def __init__(self, answers, go, used, seen):
        self.answers = answers
        self.go = go
        self.used = used
        self.seen = seen


class Raised(object):
    """The answer of a worker whose work raised."""

    def __init__(self, told):
        self.told = told


def complete(answers):
    """The answers; raises what the first worker raised."""
    for answer in answers:
        if isinstance(answer, Raised):
            raise Failed(answer.told)
    return answers
