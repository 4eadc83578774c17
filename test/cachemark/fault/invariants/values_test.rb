# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Values::OwnValueTest < Minitest::Test
    extend AnInvariant

    def self.many(value, keys = %w[k1 k2 absent], **step)
      having(read("k1", value, role: "subject"), op: "get_multi", keys: keys, **step)
    end

    def self.pair(name) = { "pairs" => [[bytes("cm-aa00-#{name}"), own(name)]] }

    def self.counted(value, op = "incr", **step) = having(read("c1", value, role: "subject"), op: op, key: "c1", **step)

    MISS = ["FAIL", "incr of c1 returned a miss, and the key exists"].freeze
    QUIET = call("incr", "c1", nil, role: "quiet")
    SET = read("k2", true).with(step: { "op" => "set", "key" => "k2", "role" => "probe" }, ended_ns: 10)
    OLD = read("k2", own("k2")).with(began_ns: 20)

    facts "a key's own value is right whichever was written" => [
            [nil, read("k2", own("k2")), read("k1", own("k1", again: true))]
          ],
          "another key's value is corrupt" => [[["CORRUPT", /get of k2 returned another key's value/], read("k2", own("k1"))]],
          "another call's reply is corrupt" => [
            [["CORRUPT", /a value of no key: "true"/], read("k2", true)],
            [["CORRUPT", /a broken value/], read("k2", bytes(MadeTrial::CANARY.value("k2")[0..-5]))]
          ],
          "a miss of an existing key is a failure" => [[["FAIL", /get of k2 returned a miss/], read("k2", nil)]],
          "a quiet call returns nothing" => [[nil, QUIET], ["FAIL", having(QUIET, role: "probe")]],
          "a key that a multi get omits is missed too" => [
            [["FAIL", "get_multi of k2 returned a miss, and the key exists"], many(pair("k1"))]
          ],
          "a multi get returns no key that was not asked for" => [
            [["CORRUPT", "get_multi returned the value of k2, which was not asked for"], many(pair("k2"), %w[absent])]
          ],
          "a caller that gives up gets no values" => [
            [nil, many({ "pairs" => [] }, %w[k1 k2], block: "break")], ["FAIL", many({ "pairs" => [] }, %w[k1 k2], block: "all")]
          ],
          "a documented miss is only reported and excuses nothing without a fault" => [
            [["INFO", "get of k2 returned a miss, and the key exists: errors are misses", "documented"], read("k2", nil),
             { bounds: documented(misses: "errors are misses") }],
            ["FAIL", read("k2", nil), { bounds: documented(misses: "errors are misses"), harmed: false }]
          ],
          "the worst of several is reported" => [["CORRUPT", read("k2", nil), read("k3", own("k4"))]],
          "a key that was being deleted may be gone" => [
            [nil, raised("k1", role: "subject", op: "delete"), read("k1", nil)],
            ["FAIL", raised("k1", role: "subject", op: "delete"), read("k2", nil)]
          ],
          "a miss of an absent key is right" => [
            [nil, read("k2", nil), { state: { "k2" => nil, "k3" => "x" } }], ["FAIL", read("k2", nil), { state: { "k2" => "x" } }]
          ],
          "a number that the counter never had is corrupt" => [
            *[5, 6, bytes("5 ")].map { |value| [nil, counted(value)] },
            [["CORRUPT", "incr returned 99, which the counter never was"], counted(99)],
            [["CORRUPT", "decr returned 1, which the counter never was"], counted(1, "decr")],
            [nil, counted(7), { state: { "c1" => "7" } }], ["CORRUPT", counted(7), { state: { "c1" => "6" } }]
          ],
          "no documentation of failures excuses a wrong number" => [
            [["CORRUPT", "incr returned 0, which the counter never was"], counted(0),
             { bounds: documented(misses: "it returns 0") }]
          ],
          "anything but a number is another call's reply" => [
            [["CORRUPT", "incr returned true, which is not a number"], counted(true)],
            [["CORRUPT", 'incr returned "STORED", which is not a number'], counted(bytes("STORED"))]
          ],
          "a part of a number is corrupt where it counts by more" => [
            [nil, counted(12, "by" => 8)], ["CORRUPT", counted(1, "by" => 8)]
          ],
          "a counter that is reported as absent is a miss" => [
            [MISS, counted(nil), { state: { "c1" => "5" } }], [MISS, counted(false), { state: { "c1" => "5" } }],
            [nil, counted(nil), { state: { "c1" => nil } }]
          ],
          "a value that was overwritten before the call is stale" => [
            [["FAIL", "get of k2 returned the value from before a set that was reported as done"], SET, OLD],
            [nil, SET, OLD.with(began_ns: 5)], [nil, SET, OLD.with(value: own("k2", again: true))],
            [nil, SET.with(value: false), OLD], [nil, SET.with(step: { "op" => "set", "key" => "k3" }), OLD]
          ]
  end

  class Fault::Invariants::Values::InStepTest < Minitest::Test
    extend AnInvariant

    facts "a call that was refused in part may miss keys and later calls may not" => [
            [nil, read("k1", nil, role: "subject")], ["FAIL", read("k1", nil, role: "subject"), read("k2", nil)]
          ],
          "another key's value is corrupt in each call" => [
            ["CORRUPT", read("k1", own("k2"), role: "subject")], ["CORRUPT", raised("k1", role: "subject"), read("k2", own("k3"))]
          ]
  end

  class Fault::Invariants::Values::StrictValueTest < Minitest::Test
    extend AnInvariant

    MISSED, RAISED = read("k1", nil, role: "subject"), raised("k1", role: "subject")

    facts "the answered call must reject a wrong reply" => [
            [["FAIL", /\Athe server was wrong first: get of k1 returned another key's value/],
             read("k1", own("k7"), role: "subject")],
            [nil, RAISED]
          ],
          "a wrong reply taken for a miss harms nobody" => [
            ["NON-STRICT", MISSED], [["INFO", String, "documented"], MISSED, { bounds: documented(misses: "it says so") }]
          ],
          "the rest of a wrong reply must not answer another call" => [
            [["FAIL", /\Athe server was wrong first: get of k2/], RAISED, read("k2", own("k1"))],
            ["NON-STRICT", RAISED, read("k2", nil)]
          ],
          "the worse of both is reported" => [["FAIL", MISSED, read("k2", own("k1"))]]
  end

  class Fault::Invariants::Values::UnaskedReplyTest < Minitest::Test
    extend AnInvariant

    RAISED = raised("k1", role: "subject")

    facts "the call with an unasked reply is judged as with any wrong reply" => [
            ["FAIL", read("k1", own("k7"), role: "subject")], [nil, RAISED],
            ["NON-STRICT", read("k1", nil, role: "subject"), read("k2", own("k1"))]
          ],
          "the rest of an unasked reply is the server's error and needs no documentation" => [
            [["INFO", /\Athe server was wrong first: get of k2/], RAISED, read("k2", own("k1"))],
            [["INFO", String], RAISED, read("k2", nil), { bounds: documented(misses: "errors are misses") }]
          ]
  end

  class Fault::Invariants::Values::NoticesTest < Minitest::Test
    extend AnInvariant

    facts "an error or a miss is right" => [
            [nil, raised("k1", role: "subject")], [nil, read("k1", nil, role: "subject")], [nil, read("k2", "its value")]
          ],
          "an accepted reply is reported" => [
            [["NON-STRICT", "get accepted a reply that names another request"],
             read("k1", MadeTrial::CANARY.value("k1"), role: "subject")],
            ["NON-STRICT", read("k1", true, role: "subject")]
          ]
  end

  class Fault::Invariants::Values::RoundTripTest < Minitest::Test
    extend AnInvariant

    SET = Fault::Trial::Call.new(step: { "op" => "set", "key" => "k1", "value" => "v", "raw" => false }, type: "ok", value: true,
                                 wrote: 5)
    PEERS = having(SET, author: "pylibmc")
    LEFT = { left: { "pylibmc" => { "k1" => "I5" } } }.freeze
    MISSED = "get of k1 returned a miss of a value that was reported as written"

    facts "the written value is read" => [[nil, SET, read("k1", 5)]],
          "a miss of a written value is a failure unless it is documented" => [
            [["FAIL", MISSED], SET, read("k1", nil)],
            [["INFO", "#{MISSED}: its README says so", "documented"], SET, read("k1", nil),
             { bounds: documented(misses: "its README says so") }]
          ],
          "another type is a failure and other bytes are corrupt" => [
            [["FAIL", "get of k1 returned the value as another type: \"5\" in ASCII-8BIT"], SET, read("k1", bytes("5"))],
            [["CORRUPT", "get of k1 returned a value that nobody wrote: 6"], SET, read("k1", 6)]
          ],
          "a peer's value is reported with its writer" => [
            [["CORRUPT", "get of k1, which pylibmc wrote, returned a value that nobody wrote: 6"], PEERS, read("k1", 6)]
          ],
          "the stored bytes of another client are no wrong value" => [
            [["INFO", "get of k1, which pylibmc wrote, returned the bytes as they were stored: the clients have no format in " \
                      "common: \"I5\" in ASCII-8BIT"], PEERS, read("k1", bytes("I5")), LEFT],
            ["FAIL", SET, read("k1", bytes("5")), { left: { "pylibmc" => { "k1" => "5" } } }]
          ],
          "another decoding of a peer's bytes is no wrong value unless it is another key's" => [
            ["INFO", PEERS, read("k1", bytes("5I")), LEFT], ["CORRUPT", PEERS, read("k1", own("k2")), LEFT],
            ["CORRUPT", PEERS, read("k1", bytes("5I"))]
          ],
          "another key's value is reported as such" => [
            [["CORRUPT", /\Aget of k3 returned another key's value: "cm-/], read("k3", own("k2"))]
          ],
          "the worst reading is reported" => [["CORRUPT", SET, read("k1", nil), read("k2", 6)]]
  end

  class Fault::Invariants::Values::FreshTest < Minitest::Test
    extend AnInvariant

    FLUSH = Fault::Trial::Call.new(step: { "server" => "flush" }, type: "ok")

    facts "a miss is allowed where servers come and go" => [[nil, read("k1", nil), read("k2", own("k2"))]],
          "an older value is a failure" => [[["FAIL", /older value of the key/], FLUSH, read("k1", own("k1"))]],
          "another key's value is corrupt" => [[["CORRUPT", /another key's value/], read("k1", own("k2"))]]
  end

  class Fault::Invariants::Values::AsStoredTest < Minitest::Test
    extend AnInvariant

    STATE = { state: { "k1" => "\x04\b[\x00".b } }.freeze

    def self.stored(name, value, **step) = having(read(name, value), bytes: true, **step)

    facts "the stored bytes are right and so is a miss" => [
            [nil, stored("k1", bytes("\x04\b[\x00")), STATE], [nil, stored("k2", nil), STATE]
          ],
          "a value that was decoded is a failure" => [
            [["FAIL", "get of k1 returned a decoded value, and not the bytes that are stored"],
             stored("k1", { "list" => [] }), STATE],
            [["FAIL", "get of k1 returned other bytes than are stored"], stored("k1", bytes("unpacked")), STATE]
          ],
          "each value of several keys counts" => [
            ["FAIL", stored("k1", { "pairs" => [[bytes("cm-aa00-k1"), true]] }, op: "get_multi", keys: %w[k1 k2], key: nil),
             STATE]
          ],
          "a read that failed is a failure" => [
            [["FAIL", "get failed: ArgumentError: unknown keyword: :raw"],
             having(raised("k1", error: "ArgumentError", message: "unknown keyword: :raw"), bytes: true), STATE]
          ],
          "other reads may decode" => [[nil, read("k1", { "list" => [] }), STATE]]
  end
end
