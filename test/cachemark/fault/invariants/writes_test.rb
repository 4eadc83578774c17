# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Writes::AppliedOnceTest < Minitest::Test
    extend AnInvariant

    DENIED = "add was reported as not stored, and the server has stored it"
    RAISED = raised("c1", role: "subject", op: "incr")

    def self.at(count) = { state: { "c1" => count } }
    def self.absent(value) = { state: { "absent" => value } }

    # A quiet block with a set and two counts.
    def self.quiet(type = "ok")
      [[{ "op" => "quiet", "role" => "subject" }, type], [{ "op" => "set", "key" => "k1", "role" => "quiet" }, "ok"],
       *%w[c1 k3].map { |key| [{ "op" => "incr", "key" => key, "role" => "quiet" }, "ok"] }].map do |step, ended|
        Fault::Trial::Call.new(step: step, type: ended, wrote: (bytes("new") if step["op"] == "set"))
      end
    end

    def self.left(count, value, harmed: false) = { state: { "c1" => count, "k1" => value }, harmed: harmed }

    facts "a successful change was made once" => [
            [nil, call("incr", "c1", 5), at("5")],
            [["FAIL", "incr was applied 2 times, and reported as done"], call("incr", "c1", 6), at("6")],
            [["FAIL", "incr was applied 0 times, and reported as done"], call("incr", "c1", 5), at("4")],
            [["FAIL", "decr was applied 2 times, and reported as done"], call("decr", "c1", 2), at("2")]
          ],
          "a change that raised or missed may have been made but not twice" => [
            [nil, RAISED, at("4")], [nil, RAISED, at("5")], [nil, call("incr", "c1", nil), at("5")],
            [["FAIL", "incr was applied 2 times, and raised an error"], RAISED, at("6")],
            [["FAIL", "incr was applied 2 times, and reported as a miss"], call("incr", "c1", nil), at("6")]
          ],
          "a counter that is gone is a failure" => [[["FAIL", "the counter is gone"], call("incr", "c1", 5), at(nil)]],
          "an add must not deny what it stored" => [
            [["FAIL", DENIED], call("add", "c1", false), absent("new")],
            [["INFO", "#{DENIED}: documented", "documented"], call("add", "c1", false),
             { **absent("new"), bounds: documented(misses: "documented") }],
            [nil, call("add", "c1", true), absent("new")], [nil, call("add", "c1", false), absent(nil)],
            [nil, raised("c1", role: "subject", op: "add"), absent("new")]
          ],
          "each call of a quiet block is applied once" => [
            [nil, *quiet, left("5", "new")], [["FAIL", "1 quiet incr were applied 2 times"], *quiet, left("6", "new")],
            [["FAIL", "1 quiet incr were applied 0 times"], *quiet, left("4", "new")],
            [["FAIL", "a quiet set of k1 never reached the server"], *quiet, left("5", "old")],
            [["FAIL", "the counter is gone"], *quiet, { **at(nil), harmed: false }]
          ],
          "a call of a quiet block that failed may be lost but not applied twice" => [
            [nil, *quiet("raised"), left("4", "old")], [nil, *quiet, left("4", "old", harmed: true)],
            [["FAIL", "1 quiet incr were applied 2 times"], *quiet("raised"), left("6", "new")],
            [["FAIL", "1 quiet incr were applied 2 times"], *quiet, left("6", "new", harmed: true)]
          ],
          "other calls are not counted" => [[nil, call("get", "c1", nil), at("6")], [nil]]
  end

  class Fault::Invariants::Writes::TruthfulWriteTest < Minitest::Test
    extend AnInvariant

    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k1", again: again) }
    BOTH = %w[k1 k2].to_h { |name| [name, MadeTrial::CANARY.value(name, again: true)] }.freeze
    LARGE = call("set", "k1", wrote: { "size" => 900_000, "crc32" => 7, "encoding" => "ASCII-8BIT" })

    def self.on(held) = { state: { "k1" => held } }
    def self.several(op, value) = having(call(op, nil, value), keys: %w[k1 k2])

    facts "a value reported as stored is on the server" => [
            [nil, call("set", "k1"), on(NEW)], ["FAIL", call("set", "k1"), on(OLD)],
            [["FAIL", "add was reported as done, and the server holds nothing"], call("add", "k1"), on(nil)]
          ],
          "a key reported as deleted is gone" => [
            [nil, call("delete", "k1"), on(nil)], ["FAIL", call("delete", "k1"), on(OLD)]
          ],
          "a delete of an existing key must not report a miss" => [
            [["FAIL", "delete was reported as a miss, and the server holds the key"], call("delete", "k1", false), on(OLD)],
            [["NON-STRICT", "delete was reported as a miss, and the server has deleted the key"],
             call("delete", "k1", false), on(nil)],
            [["INFO", String, "documented"], call("delete", "k1", false),
             { **on(OLD), bounds: documented(misses: "it says False") }]
          ],
          "a failed write may be either" => [
            [nil, raised("k1", role: "subject", op: "set"), on(NEW)],
            [nil, call("set", "k1", false), on(OLD)], [nil, call("set", "k1", nil), on(OLD)]
          ],
          "a value of the fault is compared with the reported one" => [
            [nil, call("set", "k1", wrote: bytes("own")), on("own")], ["FAIL", call("set", "k1", wrote: bytes("own")), on("ow")]
          ],
          "a large value may be compressed on the server" => [
            [nil, LARGE, on("its bytes, in some form")], ["FAIL", LARGE, on(OLD)], ["FAIL", LARGE, on(nil)]
          ],
          "each of several values reported as stored is on the server" => [
            [nil, several("set_multi", true), { state: BOTH }],
            [nil, several("set_multi", { "list" => [bytes(MadeTrial::CANARY.keys["k2"])] }), { state: { **BOTH, "k2" => nil } }],
            [["FAIL", "set_multi was reported as done, and the server holds nothing under k2"], several("set_multi", nil),
             { state: { **BOTH, "k2" => nil } }],
            [nil, several("delete_multi", 2), { state: { "k1" => nil, "k2" => nil } }],
            ["FAIL", several("delete_multi", true), { state: { **BOTH, "k1" => nil } }]
          ]
  end

  class Fault::Invariants::Writes::TrueAnswersTest < Minitest::Test
    extend AnInvariant

    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k2", again: again) }
    DELETED = "delete of k2 was reported as not done, and the server has deleted the key"
    NEVER = ["FAIL", "delete of absent was reported as done, and the key never existed"].freeze

    def self.on(held = nil, counter: nil, **more)
      { state: { "k2" => held, "c1" => counter, "k3" => "there", "absent" => nil }, **more }
    end

    def self.reply(op, value, key = "k2") = call(op, key, value, role: "tried")

    NO, YES, SILENT = [false, true, nil].map { |value| reply("delete", value, "absent") }

    facts "a value reported as stored is on the server" => [
            [nil, reply("set", true), on(NEW)], [nil, reply("set", true), on("compressed")],
            [["FAIL", "set of k2 was reported as done, and the server holds nothing"], reply("set", true), on],
            [["FAIL", "add of k2 was reported as done, and the server holds the old value"], reply("add", true), on(OLD)]
          ],
          "the start value of a counter is an old value too" => [["FAIL", reply("set", true, "c1"), on(counter: "4")]],
          "a failed store may be either" => [
            *[false, nil].product(%w[set add]).map { |value, op| [nil, reply(op, value), on(OLD)] },
            [nil, raised("k2", op: "set"), on(OLD)]
          ],
          "a key with several writes is not judged" => [
            [nil, reply("set", true), reply("set", true), on(OLD)], [nil, reply("set", true), reply("delete", true), on(OLD)]
          ],
          "a key reported as deleted is gone" => [
            [nil, reply("delete", true), on],
            [["FAIL", "delete of k2 was reported as done, and the server holds the key"], reply("delete", true), on(OLD)]
          ],
          "a key reported as not deleted was not deleted" => [
            [nil, reply("delete", false), on(OLD)], [nil, reply("delete", nil), on],
            [["FAIL", DELETED], reply("delete", false), on],
            [["INFO", "#{DELETED}: it documents that", "documented"], reply("delete", false),
             on(bounds: documented(misses: "it documents that"))]
          ],
          "deletes of an absent key are reported alike" => [
            *[[NO, NO], [YES, YES], [YES], [YES, SILENT], [YES, NO]].map { |calls| [nil, *calls, on] },
            [nil, raised("absent", op: "delete"), YES, on], [NEVER, NO, YES, on], [NEVER, SILENT, YES, on],
            [nil, NO, reply("add", true, "absent"), YES, on]
          ],
          "the last number is the counter's value" => [
            [nil, reply("incr", 5, "c1"), reply("incr", 6, "c1"), on(counter: "6")],
            [nil, reply("incr", nil, "c1"), on(counter: "6")],
            [nil, reply("incr", bytes("6"), "c1"), on(counter: "6")],
            ["CORRUPT", reply("incr", bytes("5"), "c1"), on(counter: "6")],
            [["CORRUPT", "incr of c1 returned 5, and the counter holds 6"], raised("c1", op: "incr"), reply("incr", 5, "c1"),
             on(counter: "6")],
            [["CORRUPT", "decr of c1 returned 3, and the counter holds nothing"], reply("decr", 3, "c1"), on]
          ],
          "the worst answer is reported" => [
            ["CORRUPT", reply("set", true), reply("incr", 5, "c1"), reply("delete", true, "k3"), on(OLD)]
          ],
          "reading calls are not judged" => [[nil, read("k2", own("k3")), on(OLD)]]
  end

  class Fault::Invariants::Writes::KeptWritesTest < Minitest::Test
    extend AnInvariant

    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k1", again: again) }
    LOST = ["FAIL", "sets of k1 were reported as done, and the server holds none of their values"].freeze
    RAISED = raised("k1", op: "set").with(wrote: bytes("raised"))

    def self.set(wrote, value: true, lane: 0, key: "k1", op: "set")
      call(op, key, value, role: "probe", lane: lane, wrote: bytes(wrote))
    end

    def self.on(held, others = {}) = { state: { "k1" => held, **others } }

    LARGE = set(NEW).with(wrote: { "size" => 900_000, "crc32" => 7, "encoding" => "ASCII-8BIT" })

    facts "a key holds the value that was set" => [
            [nil, set(NEW), set("other", lane: 1), on(NEW)], [nil, set(NEW), set("other", lane: 1), on("other")]
          ],
          "a lost successful set is a failure" => [
            [LOST, set(NEW), set(NEW, lane: 1), on(OLD)], [LOST, set(NEW), set(NEW, lane: 1), on(nil)]
          ],
          "a set with an unknown result may have come last" => [
            [nil, set(NEW), RAISED, on("raised")], [nil, set(NEW), set("unsaid", value: nil), on("unsaid")],
            ["FAIL", set(NEW), set("refused", value: false), on("refused")]
          ],
          "a large value may be compressed on the server" => [
            [nil, LARGE, on("its bytes, in some form")], ["FAIL", LARGE, on(nil)]
          ],
          "without a successful set nothing is promised" => [
            [nil, set(NEW, value: nil), set(NEW, value: false), on(OLD)], [nil, read("k1", own("k1")), on(nil)]
          ],
          "sets are compared by key" => [
            [["FAIL", "sets of k3 were reported as done, and the server holds none of their values"], set(NEW),
             set("two", key: "k2", lane: 1), set("three", key: "k3", lane: 2), on(NEW, "k2" => "two", "k3" => OLD)]
          ],
          "other calls promise nothing" => [[nil, set(NEW, op: "add"), on(OLD)]]
  end

  class Fault::Invariants::Writes::IntactServerTest < Minitest::Test
    extend AnInvariant

    CANARY = MadeTrial::CANARY
    HELD = [*Fault::Canary::NAMES, Fault::Canary::COUNTER].to_h { |name| [name, CANARY.start(name)] }.freeze
    OUTSIDE = "on the server: outside of the client's prefix,"

    def self.on(changed = {}, **more) = { state: HELD.merge(changed), **more }

    facts "a server on which only the named key changed is intact" => [
            [nil, on], [nil, call("delete", "k3"), on({ "k3" => nil })], [nil, call("incr", "c1"), on({ "c1" => "5" })]
          ],
          "an injected key is found" => [
            [["CORRUPT", "on the server: the key \"inj\" exists, which no call named"], on({ "injected" => "z" })]
          ],
          "another key that changed is found" => [
            [["CORRUPT", "on the server: k2 holds nothing"], on({ "k2" => nil })],
            [["CORRUPT", "on the server: c1 holds \"9\""], call("incr", "odd"), on({ "c1" => "9" })]
          ],
          "a key outside of the prefix is found" => [
            [["CORRUPT", "#{OUTSIDE} cm:cm:k1 holds \"z\""], on(strays: { "cm:cm:#{CANARY.keys["k1"]}" => "z" })],
            [["CORRUPT", "#{OUTSIDE} k2 holds nothing"], on(strays: { CANARY.keys["k2"] => nil })]
          ],
          "an injected flush is found" => [
            [["CORRUPT", "on the server: flush_all was executed"], on(counters: { "cmd_flush" => 1 })]
          ],
          "a flush by the client empties the server and changes no value" => [
            [nil, call("flush", nil), on({ "k2" => nil }, counters: { "cmd_flush" => 1 })],
            [["CORRUPT", "on the server: k2 holds \"z\""], call("flush", nil), on({ "k2" => "z" })]
          ]
  end

  class Fault::Invariants::Writes::PlacementTest < Minitest::Test
    extend AnInvariant

    BEFORE = Fault::Trial::Placement.new(at: { "a" => 0, "b" => 0, "c" => 1, "d" => 1 })
    PEERS = [BEFORE.with(by: "dalli"), BEFORE.with(at: BEFORE.at.merge("a" => 1), by: "pylibmc")].freeze

    facts "the share of moved keys is reported and not judged" => [
            [["INFO", "50 % of 4 keys moved to another server"],
             { placed: [BEFORE, Fault::Trial::Placement.new(at: { "a" => 0, "b" => 1, "c" => 1, "d" => 0 })] }]
          ],
          "each peer is named" => [
            [["INFO", "100 % of 4 keys are on the server where dalli has them, " \
                      "75 % of 4 keys are on the server where pylibmc has them"], { placed: [BEFORE, *PEERS] }]
          ],
          "one look shows no move" => [[nil, { placed: [BEFORE] }], [nil, { placed: [] }]]
  end
end
