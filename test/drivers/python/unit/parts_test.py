# coding: utf-8
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

import world
from cachemark_driver import failure, meter, values
from cachemark_driver.arrivals import DueCalls, offsets, packed
from cachemark_driver.reply_check import number, same, show
from cachemark_driver.failure import Failed, NotOffered, describe
from cachemark_driver.adapter import distribution, files
from cachemark_driver.mode import Mode
from cachemark_driver.names import Pairs
from cachemark_driver.watch import Watch, summed


def raising(error):
    raise error


class WatchTest(unittest.TestCase):
    def seen(self, work):
        watch = Watch(["exceptions", "locks"])
        watch.during(work)
        return watch.fields()

    def test_an_exception_counts_once_however_far_it_goes(self):
        def inner():
            raise KeyError("k")

        def rescued():
            try:
                inner()
            except KeyError:
                pass

        self.assertEqual({"exceptions": {"KeyError": 2}, "locks": None}, self.seen(lambda: (rescued(), rescued())))

    def test_an_exception_of_compiled_code_counts_too(self):
        def rescued():
            try:
                {}["k"]
            except KeyError:
                pass

        self.assertEqual({"KeyError": 1}, self.seen(rescued)["exceptions"])

    def test_ignores_exceptions_of_iteration_and_of_waiting_sockets(self):
        def rescued():
            list(at for at in [1, 2])
            try:
                raising(IOError(errno.EAGAIN, "later"))
            except IOError:
                pass

        self.assertEqual({}, self.seen(rescued)["exceptions"])

    def test_knows_what_it_can_watch(self):
        self.assertRaises(ValueError, Watch, ["dreams"])

    def test_sums(self):
        self.assertEqual({"exceptions": {"a": 3, "b": 1}, "locks": None},
                         summed([{"exceptions": {"a": 1}, "locks": None}, {"exceptions": {"a": 2, "b": 1}, "locks": None}]))


class ClockTest(unittest.TestCase):
    def test_is_one_clock_for_all_processes_and_pythons(self):
        other = meter.monotonic()
        times = [meter.now(), other(), meter.now(), other()]
        self.assertEqual(sorted(times), times)


class ArrivalsTest(unittest.TestCase):
    def test_calls_are_dealt_once_and_in_order(self):
        due = list(range(0, 2000000, 1000))
        due_calls, taken = DueCalls(due), []
        start = meter.now()

        def work():
            for call, at, began in iter(due_calls.take_from(start), (None, None, None)):
                taken.append((call, at - start, began >= at))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([(call, at, True) for call, at in enumerate(due)], sorted(taken))

    def test_text(self):
        self.assertEqual([0, 100000], offsets("AAAAAAAAAACghgEAAAAAAA=="))
        self.assertEqual("AAAAAP////8=", packed([-5, 1 << 40]))
        for wrong in ("", "AAAA"):
            self.assertRaises(ValueError, offsets, wrong)


class ModeTest(unittest.TestCase):
    def test_forms(self):
        modes = [(mode.name, mode.workers, mode.shared) for mode in map(Mode, (None, "sync", "gevent-08,shared", "asyncio-2"))]
        self.assertEqual([("sync", 1, False)] * 2 + [("gevent", 8, True), ("asyncio", 2, False)], modes)

    def test_refuses_unknown_modes(self):
        for text in ("threads", "threads-0", "threads-1000", "fibers-8", "threads-4,", "sync,shared", "processes-2,shared"):
            self.assertRaises(NotOffered, Mode, text)


class FailureTest(unittest.TestCase):
    def test_reports_the_class_and_the_place_of_an_error(self):
        try:
            raising(ValueError("no"))
        except ValueError as error:
            report = describe(error)
        self.assertEqual(["ValueError", "no", 2], [report["class"], report["message"], len(report["backtrace"])])
        self.assertRegex_(report["backtrace"][0], r"parts_test\.py:\d+:in raising\Z")
        self.assertEqual(report, describe(Failed(report)))

    def test_is_valid_utf_8_and_short(self):
        report = describe(ValueError(b"\xff" * 600 if str is bytes else "\udcff" * 600))
        json.dumps(report)
        self.assertLessEqual(len(report["message"]), 1500)

    def test_names_what_is_lacking(self):
        self.assertEqual("not offered by this client: decr", str(NotOffered("decr")))
        self.assertEqual("cachemark_driver.failure.NotOffered", failure.class_name(NotOffered))

    def assertRegex_(self, text, pattern):
        getattr(self, "assertRegex", getattr(self, "assertRegexpMatches", None))(text, pattern)


class ValuesTest(unittest.TestCase):
    def test_a_value_that_names_its_key_has_its_plain_size(self):
        for spec in ({"kind": "string", "text": "abc", "times": 20}, {"kind": "binary", "bytes": 60},
                     {"kind": "string", "bytes": 60}):
            own, plain = values.build(spec, True, "key"), values.build(spec, True)
            self.assertEqual((b"key=", 60), (own[:4], len(own)))
            self.assertEqual(plain[4:], own[4:])
        self.assertEqual(b"a long key=", values.build({"kind": "binary", "hex": "04085b00"}, True, "a long key"))
        self.assertEqual(["key"], values.build({"kind": "array", "items": 0}, False, "key"))
        self.assertEqual({"owner": "key", "item2": 2}, values.build({"kind": "hash", "items": 2}, False, "key"))

    def test_long_values_are_the_same_in_every_language(self):
        longs = [values.build({"kind": kind, "bytes": 200000}, True) for kind in ("string", "binary")]
        self.assertEqual([3855205807, 1406161204], [zlib.crc32(one) & 0xffffffff for one in longs])

    def test_a_share_of_the_bytes_compresses(self):
        built = [values.build({"kind": "string", "bytes": 7, "compressible": share}, True) for share in (0, 0.5, 1)]
        self.assertEqual([b"K2hFZVi", b"K2haaaa", b"aaaaaaa"], built)
        self.assertEqual(b"\xc6\x7eaa", values.build({"kind": "binary", "bytes": 4, "compressible": 0.5}, True))

    def test_earlier_values_change_nothing(self):
        values.make_ready({"kind": "string", "bytes": 4})
        values.make_ready({"kind": "json", "json": 1})
        texts = [values.build({"kind": "string", "bytes": count}, True) for count in (3, 10, 5, 0)]
        self.assertEqual([b"K2h", b"K2hFZViPE4", b"K2hFZ", b""], texts)
        self.assertEqual(b"\xc6\x7e\x81\x6b", values.build({"kind": "binary", "bytes": 4}, True))

    def test_a_character_is_not_cut_in_two(self):
        text = b"\xc3\xbc" * 3
        own = values.build({"kind": "string", "text": text if str is bytes else text.decode("utf-8")}, True, "ab")
        self.assertEqual(b"ab=~~~", own)

    def test_raw_is_bytes(self):
        for spec in ({"kind": "string", "text": "a"}, {"kind": "number", "number": 1}, {"kind": "binary", "hex": "ff"}):
            self.assertIs(bytes, type(values.build(spec, True)))
        self.assertRaises(ValueError, values.build, {"kind": "song"}, False)

    def test_recognises_equal_values(self):
        self.assertTrue(same(100, b"100 ") and same(100, "100") and same(100, 100) and same([1], [1]))
        self.assertFalse(same(100, b"101") or same(100, None) or same([1], (1,)) or same(0, False) or same(b"a", u"a"))
        self.assertEqual(["", "12"], [number(b"\xff"), number(b" 12 ")])
        self.assertLessEqual(len(show(["x" * 500])), 160)


class PairsTest(unittest.TestCase):
    def test_every_pair_is_some_worker_s(self):
        pairs = Pairs("p:", [("k%d" % at, str(at)) for at in range(10)])
        parts = [pairs.part(worker, 4).items for worker in range(4)]
        self.assertEqual([2, 3, 2, 3], [len(part) for part in parts])
        self.assertEqual(pairs.items, sum(parts, []))
        self.assertRaises(ValueError, pairs.part, 0, 11)

    def test_are_read_in_the_order_of_the_file(self):
        handle, path = tempfile.mkstemp()
        os.write(handle, b'{"z": "1", "a": "\xc3\xbc"}')
        os.close(handle)
        pairs = Pairs.read({"file": path}, "")
        os.remove(path)
        self.assertEqual(["z", "a"], [key for key, _ in pairs.items])
        self.assertEqual([b"1", b"\xc3\xbc"], [pairs.value(at, True) for at in range(2)])


class FolderDigestTest(unittest.TestCase):
    def test_bytecode_is_not_the_library(self):
        folder = tempfile.mkdtemp()
        os.mkdir(os.path.join(folder, "__pycache__"))
        for name in ("b.py", "a.py", "__pycache__/a.cpython-311.pyc"):
            open(os.path.join(folder, name), "w").close()
        self.assertEqual(["a.py", "b.py"], [name for name, _ in files(folder)])
        self.assertEqual(["a.py"], [name for name, _ in files(os.path.join(folder, "a.py"))])


class FolderNameTest(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.join(tempfile.mkdtemp(), "x [old] a*")
        os.makedirs(os.path.join(self.folder, "umemcache-1.6.3-py2.7.egg-info"))

    def tearDown(self):
        shutil.rmtree(os.path.dirname(self.folder))

    def test_the_version_of_a_library_is_found(self):
        self.assertEqual("1.6.3", distribution("umemcache", os.path.join(self.folder, "umemcache.so")))
        self.assertIsNone(distribution("cache", os.path.join(self.folder, "cache.so")))
        self.assertIsNone(distribution("umemcache", os.path.join(self.folder, "lib.zip", "umemcache.so")))

    def test_the_module_of_a_checkout_is_found(self):
        program = os.path.join(world.ROOT, "env", "build.py")
        for name in ("own.py", "own/__init__.py", "own.cpython-311.so"):
            source = os.path.join(self.folder, "of " + os.path.basename(name))
            os.makedirs(os.path.dirname(os.path.join(source, "src", name)))
            open(os.path.join(source, "src", name), "w").close()
            said = subprocess.check_output([sys.executable, program, "look", source, "own"])
            self.assertEqual(os.path.join(source, "src"), json.loads(said.decode("utf-8"))["folder"])


if __name__ == "__main__":
    unittest.main()
