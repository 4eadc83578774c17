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

import world
from cachemark_adapters.socket import Socket
from cachemark_driver import failure, meter, values
from cachemark_driver.adapter import distribution
from cachemark_driver.cell import batches
from cachemark_driver.compiler import Compiler
from cachemark_driver.due import DueCalls, Notes
from cachemark_driver.failure import Failed, NotOffered, describe
from cachemark_driver.mode import Mode
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


class DueCallsTest(unittest.TestCase):
    def test_calls_are_dealt_once_and_in_order(self):
        due = list(range(0, 2000000, 1000))
        due_calls, taken = DueCalls(due, None), []
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

    def test_none_begins_after_the_stop(self):
        take = DueCalls([0, 1000, 2000000], 1000000).take_from(meter.now())
        self.assertEqual([0, 1, None], [take()[0] for _ in range(3)])

    def test_a_reply_without_a_neutral_form_was_raised_and_is_no_miss(self):
        notes = Notes(2, lambda _call, reply: raising(ValueError(reply)))
        notes.done(0, 1, 2, 0, None, "odd")
        self.assertEqual([{"call": 0, "class": "ValueError", "message": "odd"}], notes.raised)
        self.assertEqual((False, [(0, 1, 2)], 2), (notes.follows(), notes.times, notes.made))

    def test_batches(self):
        self.assertEqual([[4, 2], [3], []], [batches(6, 4), batches(3, 4), batches(0, 1)])


class ModeTest(unittest.TestCase):
    def test_of_a_request(self):
        messages = [{}, {"mode": "gevent-1"}, {"mode": "asyncio", "workers": [{}, {}], "shared": True}]
        modes = [(mode.name, mode.workers, mode.text) for mode in map(Mode.of, messages)]
        self.assertEqual([("sync", 1, "sync"), ("gevent", 1, "gevent-1"), ("asyncio", 2, "asyncio-2,shared")], modes)


class CompilerTest(unittest.TestCase):
    def compiled(self, plan, objects=()):
        adapter = Socket({}).settle({}, Mode("sync"), {})
        return Compiler(adapter, self, plan, list(objects))

    def get(self, key):
        return None if key == "absent" else key

    def fetch(self, key, _ttl, _raw, compute):
        return compute()

    def test_calls_that_differ_in_their_keys_only_share_their_code(self):
        first, second = [self.compiled([{"op": "get", "key": key}]).program("once") for key in "ab"]
        self.assertEqual(["a", "b"], [first(), second()])
        self.assertIs(first.__code__, second.__code__)

    def test_every_reply_is_kept_and_what_was_computed(self):
        plan = self.compiled([{"op": "get", "key": "a"}, {"op": "fetch", "key": "b", "value": 0}], ["made"])
        kept, = plan.program("proof")(1, 0)
        reports = plan.reports(kept.replies, kept.computed)
        self.assertEqual([["b"], 2, None], [reports[1]["computed"], len(kept.spans), kept.error])

    def test_calls_that_differ_in_their_keys_only_share_a_function(self):
        singles = self.compiled([{"op": "get", "key": "a"}, {"op": "get", "key": "b"}]).singles()
        self.assertEqual(1, len(set(function for function, _, _, _, _ in singles)))
        self.assertEqual(["a", "b"], [function(key, value) for function, key, value, _, _ in singles])

    def test_the_replies_of_pairs_are_in_one_list(self):
        plan = self.compiled([{"op": "get", "keys": ["a", "b"], "each": True}, {"op": "get", "key": "c"}])
        replies, stamps, _ = plan.program("timed")([1, 1])
        self.assertEqual(["a", "b", "c", 3], replies + [len(stamps)])
        self.assertEqual([1, 2, 3], plan.reports([1, 2, 3]))

    def test_a_key_may_be_a_value(self):
        call, = self.compiled([{"op": "get", "key": {"value": 0}}], [7]).singles()
        self.assertEqual(7, call[0](*call[1:3]))

    def test_what_a_client_lacks_is_known_before_a_call(self):
        for plan in ([{"op": "get_multi_block", "keys": ["a"], "block": "all"}], {"wrap": "nosuch", "calls": []}):
            self.assertRaises((NotOffered, ValueError), self.compiled(plan).check)


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
    def test_are_parts_of_a_file(self):
        handle, path = tempfile.mkstemp()
        os.write(handle, b'[1, null]\xff\xc3\xbc')
        os.close(handle)
        read = values.read({"file": path, "index": [[0, 9, "json"], [9, 1, "bytes"], [10, 2, "text"]]})
        os.remove(path)
        self.assertEqual([[1, None], b"\xff", b"\xc3\xbc" if str is bytes else u"\xfc"], read)

    def test_equal_keys_are_different_objects(self):
        value = values.value(b'{"item1": {"item1": 1}}', "json")
        outer, inner = list(value)[0], list(value["item1"])[0]
        self.assertEqual([outer, False], [inner, outer is inner])


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
