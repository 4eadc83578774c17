# coding: utf-8
"""pylibmc: threads that share a client read each other's replies.

Usage: python3 pylibmc-threads.py HOST:PORT, with the package, and a memcached there. Ends with 1 if a wrong value was
returned, or the process was killed. It takes luck: up to 10 processes of 7 threads with 2,000 gets each."""
import os
import signal
import sys
import threading

import pylibmc

KEYS = ["k%d" % number for number in range(1, 8)]


def ask(client, key):
    """The gets of one thread. Ends the process where one returns what its key never held."""
    for _ in range(2000):
        try:
            value = client.get(key)
        except pylibmc.Error:
            continue
        if value not in (None, "value of " + key):
            os.write(1, ("get(%s) returned %r\n" % (key, value)).encode())
            os._exit(1)


def share():
    """One client for all threads."""
    client = pylibmc.Client(sys.argv[1:])
    for key in KEYS:
        client.set(key, "value of " + key)
    threads = [threading.Thread(target=ask, args=(client, key)) for key in KEYS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


killed = 0
for process in range(1, 11):
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        share()
        os._exit(0)
    ended = os.waitpid(child, 0)[1]
    if os.WIFEXITED(ended) and os.WEXITSTATUS(ended) == 1:
        print("in process %d of 10" % process)
        sys.exit(1)
    if os.WIFSIGNALED(ended) and os.WTERMSIG(ended) != signal.SIGALRM:
        print("process %d was killed by signal %d" % (process, os.WTERMSIG(ended)))
        killed += 1
sys.exit(1 if killed else 0)
