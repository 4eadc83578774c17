# coding: utf-8
import os
import pickle
import socket
import threading
import unittest

import world
from cachemark_driver.reference.client import BadKey, Client
from cachemark_driver.reference.reply import BadReply, one
from world import MEMCACHED, Server, silent


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.client = Client([MEMCACHED])

    def tearDown(self):
        for key in ("k", "n", "absent", "other") + tuple("k%d" % at for at in range(50)):
            self.client.delete(key)
        self.client.close()

    def test_sets_and_gets(self):
        for value in ([], "text", {"a": [1, None]}, 2 ** 70, u"\u00fc" * 40, b"\xff\r\nEND\r\n"):
            self.assertIs(True, self.client.set("k", value, 0, False))
            self.assertEqual(value, self.client.get("k"))
        self.assertIsNone(self.client.get("absent"))

    def test_a_value_larger_than_any_buffer(self):
        value = os.urandom(900000)
        self.client.set("k", value, 0, True)
        self.assertEqual(value, self.client.get("k"))
        self.assertEqual({"k": value}, self.client.get_multi(["k", "absent"]))

    def test_a_long_value_is_read_once_when_all_of_it_has_come(self):
        replies = []

        def read(reply, name):
            replies.append(len(reply))
            return one(reply, name)

        self.client.set("k", b"x" * 900000, 0, True)
        value = self.client._ask(self.client._only, b"get k\r\n", read, b"k")
        self.assertEqual(900000, len(value))
        self.assertLessEqual(len(replies), 3)

    def test_adds_only_what_is_absent(self):
        self.assertEqual([True, False], [self.client.add("k", value, 0, False) for value in ("one", "two")])
        self.assertEqual("one", self.client.get("k"))

    def test_deletes(self):
        self.client.set("k", 1, 0, False)
        self.assertEqual([True, False], [self.client.delete("k"), self.client.delete("k")])

    def test_counts(self):
        self.assertIsNone(self.client.incr("n", 1, None, 0))
        self.assertEqual([100, 103, 0], [self.client.incr("n", 1, 100, 0), self.client.incr("n", 3, 100, 0),
                                         self.client.decr("n", 200, None, 0)])

    def test_gets_many(self):
        keys = ["k%d" % at for at in range(50)]
        for at, key in enumerate(keys):
            if at % 2 == 0:
                self.client.set(key, at, 0, False)
        self.assertEqual(dict(("k%d" % at, at) for at in range(0, 50, 2)), self.client.get_multi(keys))

    def test_fetches(self):
        self.assertEqual(5, self.client.fetch("k", 0, False, lambda: 5))
        self.assertEqual(5, self.client.fetch("k", 0, False, self.fail))

    def test_writes_and_deletes_many(self):
        values = dict(("k%d" % at, {"number": at}) for at in range(50))
        self.assertIs(True, self.client.set_multi(values, 60, False))
        self.assertEqual(values, self.client.get_multi(list(values)))
        self.assertEqual(["absent"], self.client.delete_multi(list(values) + ["absent"]))
        self.assertEqual({}, self.client.get_multi(list(values)))

    def test_a_write_of_many_that_is_refused_in_part_raises(self):
        with self.assertRaises(BadReply):
            self.client.set_multi({"k": b"x" * 2000000, "other": b"1"}, 0, True)
        self.assertIs(True, self.client.set_multi({"k": b"a"}, 0, True))

    def test_reads_many_with_their_versions(self):
        self.client.set_multi({"k": 1, "other": 2}, 0, False)
        found = self.client.get_multi_cas(["k", "absent", "other"])
        self.assertEqual({"k": 1, "other": 2}, dict((key, value) for key, (value, _) in found.items()))
        self.assertEqual(1, abs(found["k"][1] - found["other"][1]))

    def test_gets_and_touches(self):
        self.client.set("k", [1], 0, False)
        self.assertEqual([[1], None], [self.client.gat("k", 60), self.client.gat("absent", 60)])

    def test_fetches_many(self):
        self.client.set("k", 1, 0, False)
        self.assertEqual({"k": 1, "other": 2}, self.client.fetch_multi(["k", "other"], 0, False, {"other": 2}.get))
        self.assertEqual({"k": 1, "other": 2}, self.client.fetch_multi(["k", "other"], 0, False, self.fail))

    def test_a_local_cache_keeps_many(self):
        cached = self.client.local_cache()
        cached.set_multi({"k": 1, "other": 2}, 0, False)
        self.client.delete("other")
        self.assertEqual({"k": 1, "other": 2}, cached.fetch_multi(["k", "other"], 0, False, self.fail))
        cached.delete_multi(["k"])
        self.assertEqual({"other": 2}, cached.get_multi(["k", "other"]))
        self.assertIsNone(self.client.get("k"))

    def test_a_local_cache_asks_once(self):
        self.client.set("k", 1, 0, False)
        cache = self.client.local_cache()
        self.assertEqual(1, cache.get("k"))
        self.client.set("k", 2, 0, False)
        self.assertEqual([1, {"k": 1}], [cache.fetch("k", 0, False, self.fail), cache.get_multi(["k", "absent"])])
        cache.delete("k")
        self.assertIsNone(cache.get("k"))
        self.assertIsNone(self.client.get("k"))

    def test_refuses_keys_that_memcached_would_misunderstand(self):
        for key in ("", "a b", "a\nb", "a\x7f", "a\0", "k" * 251, u"\u00fc" * 126, None, 7):
            for call in (self.client.get, self.client.delete, lambda key: self.client.get_multi(["k", key])):
                self.assertRaises(BadKey, call, key)
        self.assertIsNone(self.client.get("k" * 250))

    def test_no_wait_without_a_deadline(self):
        with Server(silent) as server:
            self.assertRaises(socket.timeout, Client([server.address], 0.05).get, "k")

    def test_a_call_that_raises_leaves_its_connection_to_nobody(self):
        self.client.set("k", 1, 0, False)
        self.client.set("other", 2, 0, False)
        line = self.client._only.take()
        more, line.more = line.more, self.interrupted
        self.client._only.give(line)
        self.assertRaises(KeyboardInterrupt, self.client.get, "k")
        self.assertRaises(Exception, more)
        self.assertEqual(2, self.client.get("other"))

    def interrupted(self):
        raise KeyboardInterrupt()

    def test_a_reply_that_makes_no_sense_ends_the_connection(self):
        def lie(connection):
            while connection.recv(4096):
                connection.sendall(b"VALUE other 0 1\r\na\r\nEND\r\n")

        with Server(lie) as server:
            client = Client([server.address])
            for _ in range(3):
                self.assertRaises(BadReply, client.get, "k")
            self.assertEqual(3, server.connections)

    def test_a_child_has_its_own_connections(self):
        self.client.set("k", 1, 0, False)
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.write(write, pickle.dumps([self.client.get("k"), self.client._only.take().pid == os.getpid()]))
            os._exit(0)
        os.waitpid(pid, 0)
        self.assertEqual([1, True], pickle.loads(os.read(read, 4096)))
        self.assertEqual(1, self.client.get("k"))

    def test_threads_never_share_a_connection(self):
        wrong = []

        def ask(at):
            for _ in range(200):
                self.client.set("k%d" % at, at, 0, False)
                if self.client.get("k%d" % at) != at:
                    wrong.append(at)

        threads = [threading.Thread(target=ask, args=(at,)) for at in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([], wrong)

    def test_a_ring(self):
        with Server(silent) as server:
            client = Client([MEMCACHED, server.address], 0.05)
            answered = [key for key in ("k%d" % at for at in range(20)) if self.answers(client, key)]
            self.assertTrue(0 < len(answered) < 20)
            self.assertEqual({}, client.get_multi(answered))

    def answers(self, client, key):
        try:
            return client.get(key) is None
        except socket.timeout:
            return False


if __name__ == "__main__":
    unittest.main()
