# coding: utf-8
"""Closes a connection when a wait on it fails, and puts it back after an exception between two lines of the library. The reply
that is still due answers the next call."""
from cachemark_driver.reference import client, line, pool as pools
from cachemark_mutants.parts.owing import late


class WaitingLine(line.Line):
    """Knows whether it waits: what is raised then comes out of the socket."""
    owing = waiting = False

    def __init__(self, address, timeout):
        super(WaitingLine, self).__init__(address, timeout)
        self._receive, self._send = self._waits(self._receive), self._waits(self._send)

    def _waits(self, method):
        def wait(argument):
            self.waiting = True
            came = method(argument)
            self.waiting = False
            return came
        return wait


def ask(self, pool, command, read, argument):
    """As in Client, but for how it ends."""
    one = pool.take()
    try:
        reply = one.ask(command)
        read = late if one.owing and read is client.one else read
        answer = read(reply, argument)
        while answer is client.MORE:
            reply += one.more()
            answer = read(reply, argument)
    except BaseException as error:
        one.owing = isinstance(error, Exception) and not isinstance(error, (EnvironmentError, EOFError)) and not one.waiting
        pool.give(one) if one.owing else one.close()
        raise
    pool.give(one)
    return answer


client.Client._ask = ask
pools.Line = WaitingLine
