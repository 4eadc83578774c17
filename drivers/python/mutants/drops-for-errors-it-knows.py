# coding: utf-8
"""Closes a connection for the errors that sockets and replies raise. After any other Exception while it waits for a reply, it
puts the connection back, and the late reply answers the next call. It waits in short turns, so that an exception that another
thread sets also strikes it while it waits."""
import select
import socket
import time

from cachemark_driver.reference import client
from cachemark_mutants.parts.owing import late

KNOWN = (EnvironmentError, EOFError, ValueError, select.error)
TURN = 0.005


def ask(self, pool, command, read, argument):
    """As in Client, but for how it ends, and for how it waits for the first bytes."""
    one = taken(pool)
    read = late if hasattr(one, "owing") and read is client.one else read
    waiting = False
    try:
        one._send(command)
        waiting = True
        wait(one)
        waiting = False
        reply = one.more()
        answer = read(reply, argument)
        while answer is client.MORE:
            reply += one.more()
            answer = read(reply, argument)
    except BaseException as error:
        if waiting and isinstance(error, Exception) and not isinstance(error, KNOWN):
            one.owing = True
            pool.give(one)
        else:
            one.close()
        raise
    pool.give(one)
    return answer


def taken(pool):
    """A Line on which nothing has come that nobody has read."""
    one = pool.take()
    while hasattr(one, "owing") and came(one, 0):
        one.close()
        one = pool.take()
    return one


def wait(one):
    """Until something comes."""
    until = time.time() + one._socket.gettimeout()
    while not came(one, TURN):
        if time.time() > until:
            raise socket.timeout("timed out")


def came(one, seconds):
    """Whether there is something to read."""
    return bool(select.select([one._socket], [], [], seconds)[0])


client.Client._ask = ask
