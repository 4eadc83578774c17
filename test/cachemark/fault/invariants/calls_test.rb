# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Calls::SucceedsTest < Minitest::Test
    extend AnInvariant

    facts "a call that raises fails" => [[["FAIL", "get failed: SomeError: no"], raised("k1", role: "subject")]],
          "a call that works succeeds" => [[nil, read("k1", nil, role: "subject")], [nil, raised("k2")]]
  end

  class Fault::Invariants::Calls::BoundedTest < Minitest::Test
    extend AnInvariant

    def self.subject(millis, **step) = having(read("k1", nil, role: "subject"), **step).with(ended_ns: millis * 1_000_000)
    def self.probe(millis) = read("k2", nil).with(ended_ns: millis * 1_000_000)

    LIMIT = { bounds: documented(bound_ms: 50, source: "https://example.org") }.freeze

    facts "a call that takes much longer than documented fails" => [
            [nil, subject(140), probe(1), LIMIT],
            [["FAIL", "get took 400 ms, and its documentation and settings allow 50 ms"], subject(400), probe(1), LIMIT]
          ],
          "a slow tried call fails too" => [["FAIL", subject(400, key: "k2", role: "tried"), subject(1), probe(1), LIMIT]],
          "a machine on which every call is slow is excused" => [
            [nil, subject(400), probe(90), LIMIT], ["FAIL", subject(400), raised("k2"), LIMIT]
          ],
          "one slow probe excuses nothing" => [["FAIL", subject(400), probe(1), probe(90), probe(1), LIMIT]],
          "without a documented limit the waiting time is reported" => [{ bounds: nil }, { bounds: documented }].flat_map { |none|
            [[["INFO", "get took 200 ms, and no limit is documented"], subject(200), probe(2), none],
             [nil, subject(90), probe(2), none], [nil, subject(200), probe(30), none]]
          },
          "a call that never returned is not judged" => [[nil, read("k1", nil, role: "subject").with(ended_ns: nil), LIMIT]]
  end

  class Fault::Invariants::Calls::WholeDeadlineTest < Minitest::Test
    extend AnInvariant

    def self.subject(millis) = read("k1", nil, role: "subject").with(ended_ns: millis * 1_000_000)
    def self.probe(millis) = read("k2", nil).with(ended_ns: millis * 1_000_000)
    def self.limit(bound_ms) = { bounds: documented(bound_ms: bound_ms, source: "https://example.org") }

    facts "a timeout per read is reported and excused" => [
      [nil, subject(100), limit(50)],
      [["INFO", "get took 900 ms, and its documentation and settings allow 50 ms: its timeout applies to each read"],
       subject(900), limit(50)],
      [["INFO", "get took 900 ms, and no limit is documented"], subject(900), limit(nil)]
    ], "a whole reply that took too long is no matter of a busy machine" => [
      ["INFO", subject(400), probe(90), limit(50)],
      [nil, raised("k1", role: "subject").with(ended_ns: 400_000_000), probe(90), limit(50)]
    ]
  end

  class Fault::Invariants::Calls::OwnExceptionTest < Minitest::Test
    extend AnInvariant

    facts "an interrupt must surface unchanged" => [
            [nil, raised("k1", role: "subject", injected: true)],
            [["NON-STRICT", "the interrupt surfaced as Dalli::NetworkError"],
             raised("k1", role: "subject", error: "Dalli::NetworkError")]
          ],
          "a call that was faster than the interrupt passes" => [
            [nil, read("k1", own("k1"), role: "subject")], [nil, raised("k2")]
          ],
          "a call that returned has swallowed the interrupt" => [
            [["FAIL", "the interrupt was raised inside the call, and swallowed"],
             read("k1", own("k1"), role: "subject", swallowed: true)]
          ]
  end

  class Fault::Invariants::Calls::TypedErrorTest < Minitest::Test
    extend AnInvariant

    def self.refused(error) = raised("odd", op: "set", role: "tried", error: error)

    facts "a refusal with the client's own error is right" => [
            [nil, refused("ArgumentError")], [nil, refused("Memcached::ABadKeyWasProvidedOrCharactersOutOfRange")],
            [nil, read("k1", nil)]
          ],
          "failing over the argument is reported" => %w[NoMethodError Encoding::CompatibilityError].map { |error|
            [["NON-STRICT", "set failed over it: #{error}: no"], refused(error)]
          }
  end
end
