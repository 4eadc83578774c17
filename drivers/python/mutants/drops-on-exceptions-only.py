# coding: utf-8
"""Closes a connection in `except Exception`, which does not catch GreenletExit and gevent.Timeout, and puts back any other:
the late reply to an ended greenlet answers the next call."""
from cachemark_driver.reference import client, line
from cachemark_mutants.parts.owing import late


def ask(self, pool, command, read, argument):
    """As in Client, but for how it ends, and for what is raised while it waits: a line of the reference's own is not a wait."""
    one = pool.take()
    try:
        one._send(command)
        reply = waited(one)
        read = late if hasattr(one, "owing") and read is client.one else read
        answer = read(reply, argument)
        while answer is client.MORE:
            reply += waited(one)
            answer = read(reply, argument)
    except BaseException as error:
        one.owing = True
        if isinstance(error, Exception) or not one.waiting:
            one.close()
        else:
            pool.give(one)
        raise
    pool.give(one)
    return answer


def waited(one):
    """The next bytes."""
    one.waiting = True
    came = one._receive(line.CHUNK) or line.closed()
    one.waiting = False
    return came


client.Client._ask = ask
