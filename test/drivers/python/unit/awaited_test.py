# coding: utf-8
import sys
import unittest

import world  # noqa: F401
from world import MEMCACHED, Server, silent


@unittest.skipIf(sys.version_info < (3, 7), "asyncio is not new enough")
class AwaitedTest(unittest.TestCase):
    def run_with(self, address, work, timeout=1.0):
        import asyncio
        from cachemark_driver.reference.awaited import AwaitedClient
        client = AwaitedClient([address], timeout)

        async_main = {}
        exec("async def main(client, work):\n    return await work(client)", async_main)
        loop = asyncio.new_event_loop()
        try:
            return loop.run_until_complete(async_main["main"](client, work))
        finally:
            client.close()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()

    def test_does_what_the_other_does(self):
        def work(client):
            return client.set("k", [1], 0, False)

        self.assertIs(True, self.run_with(MEMCACHED, work))
        self.assertEqual([1], self.run_with(MEMCACHED, lambda client: client.get("k")))
        self.assertEqual({"k": [1]}, self.run_with(MEMCACHED, lambda client: client.get_multi(["k", "absent"])))
        self.assertIs(True, self.run_with(MEMCACHED, lambda client: client.delete("k")))

    def test_does_the_same_with_many(self):
        values = {"k": [1], "other": [2]}
        self.assertIs(True, self.run_with(MEMCACHED, lambda client: client.set_multi(values, 0, False)))
        found = self.run_with(MEMCACHED, lambda client: client.get_multi_cas(["k", "absent"]))
        self.assertEqual([("k", [1])], [(key, value) for key, (value, _) in found.items()])
        self.assertEqual([1], self.run_with(MEMCACHED, lambda client: client.gat("k", 60)))
        self.assertEqual(["absent"], self.run_with(MEMCACHED, lambda client: client.delete_multi(["k", "absent"])))
        self.assertIs(True, self.run_with(MEMCACHED, lambda client: client.delete("other")))

    def test_a_large_value(self):
        value = b"x" * 900000
        self.run_with(MEMCACHED, lambda client: client.set("k", value, 0, True))
        self.assertEqual(value, self.run_with(MEMCACHED, lambda client: client.get("k")))
        self.run_with(MEMCACHED, lambda client: client.delete("k"))

    def test_no_wait_without_a_deadline(self):
        with Server(silent) as server:
            self.assertRaises(TimeoutError, self.run_with, server.address, lambda client: client.get("k"), 0.05)

    def test_a_reply_that_makes_no_sense_ends_the_connection(self):
        from cachemark_driver.reference.reply import BadReply

        def lie(connection):
            while connection.recv(4096):
                connection.sendall(b"VALUE other 0 1\r\na\r\nEND\r\n")

        space = {"BadReply": BadReply}
        exec("async def twice(client):\n    for _ in range(2):\n        try:\n            await client.get('k')\n"
             "        except BadReply:\n            pass\n", space)
        with Server(lie) as server:
            self.run_with(server.address, space["twice"])
            self.assertEqual(2, server.connections)


if __name__ == "__main__":
    unittest.main()
