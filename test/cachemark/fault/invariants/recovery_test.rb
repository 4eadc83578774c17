# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Recovery::RecoversTest < Minitest::Test
    extend AnInvariant

    FINE, BAD = read("k2", own("k2")), raised("k3")
    PAUSE = { bounds: documented(down: "it waits for 30 s", source: "https://example.org") }.freeze
    MISSES = %w[k2 k3 k4].map { |name| read(name, nil) }
    PROBES = [["k2", nil], ["k4", nil], ["k3", own("k3")], ["k5", own("k5")]].map { |name, value| read(name, value) }.freeze

    def self.held(names, gone = [], **more) = { state: names.to_h { |name| [name, gone.include?(name) ? nil : "x"] }, **more }

    def self.three(gone = []) = held(%w[k2 k3 k4], gone, bounds: documented(misses: "errors are misses"))

    def self.four(homes = {}) = held(%w[k2 k3 k4 k5], homes: %w[k2 k3 k4 k5].zip(homes.to_a).to_h.compact)

    def self.named(message) = raised("k2", error: "KeyError", message: message)

    facts "one failed call is forgiven and several are not" => [
            [nil, FINE, FINE],
            [["NON-STRICT", "get of k3 raised SomeError: no (1 of 2 calls after the fault failed)"], BAD, FINE],
            [["FAIL", "get of k3 raised SomeError: no (2 of 3 calls after the fault failed)"], BAD, BAD, FINE]
          ],
          # An error that names another key is evidence of a reply to another request.
          "the reason keeps the message in one short line with the names of the keys" => [
            *{ "b'#{MadeTrial::CANARY.keys["k1"]}'" => "b'k1'", "down:\n\t a\e[1m" => "down: a [1m",
               "x" * 90 => "#{"x" * 79}…" }.map do |message, shown|
              [[String, "get of k2 raised KeyError: #{shown} (1 of 1 calls after the fault failed)"], named(message)]
            end,
            [[String, /\Aget of k2 raised KeyError \(/], named("")]
          ],
          "the call that the fault struck may fail" => [[nil, raised("k1", role: "subject")]],
          "a documented pause is reported and excused" => [
            [["INFO", "get of k2 raised SomeError: no (2 of 2 calls after the fault failed): it waits for 30 s", "documented"],
             raised("k2"), BAD, PAUSE],
            ["FAIL", raised("k2"), BAD, { **PAUSE, harmed: false }]
          ],
          "misses of existing keys to the end are failures" => [
            [["FAIL", "get of k2 missed (3 of 3 calls after the fault failed)"], *MISSES, three],
            [["FAIL", "get of k3 missed (2 of 3 calls after the fault failed)"], *MISSES, three(["k2"])],
            [nil, *MISSES, three(["k4"])],
            [["FAIL", "get of k2 missed (3 of 3 calls after the fault failed)"], *MISSES, held(%w[k2 k3 k4])]
          ],
          # Which of the keys are on the server that was away is chance: those of another one do not hide its misses.
          "misses to the end count by server" => [
            [nil, *PROBES, four],
            [["FAIL", "get of k2 missed (2 of 4 calls after the fault failed)"], *PROBES, four([1, 0, 1, 0])],
            [nil, *PROBES, four([1, 1, 0, 1])]
          ]
  end

  class Fault::Invariants::Recovery::GoesOnTest < Minitest::Test
    extend AnInvariant

    facts "failed calls count" => [
            [["NON-STRICT", "get of k3 raised SomeError: no (1 of 2 calls after the fault failed)"],
             read("k2", own("k2")), raised("k3")],
            [["FAIL", "get of k3 raised SomeError: no (2 of 2 calls after the fault failed)"], raised("k3"), raised("k3")]
          ],
          # As in `misses of existing keys to the end are failures`, where they count.
          "misses do not count" => [
            [nil, *%w[k2 k3 k4].map { |name| read(name, nil) }, { state: { "k2" => "x", "k3" => "x", "k4" => "x" } }]
          ]
  end

  class Fault::Invariants::Recovery::ResumesTest < Minitest::Test
    extend AnInvariant

    FINE, LOST = read("k2", own("k2")), raised("k1", role: "subject", error: "EOFError")

    facts "one failed call after a lost connection is forgiven" => [
            [nil, FINE, FINE],
            [["NON-STRICT", "get of k1 raised EOFError: no (1 of 2 calls after the fault failed)"], LOST, FINE],
            [["FAIL", "get of k1 raised EOFError: no (2 of 3 calls after the fault failed)"], LOST, raised("k2"), FINE]
          ],
          "tried calls may fail" => [[nil, raised("k1", role: "tried")]]
  end

  class Fault::Invariants::Recovery::ReturnsTest < Minitest::Test
    extend AnInvariant

    # 32 s before the others.
    TRIED = raised("k1", role: "tried").with(began_ns: -33_000_000_000, ended_ns: -32_000_000_000)
    FINE, BAD, MISS = read("k2", own("k2")), raised("k3").with(began_ns: 0), read("k3", nil)
    ONE, TWO = [1, 2].map { |bad| "get of k3 raised SomeError: no (#{bad} of 2 calls failed, 32 s after the fault was over)" }

    facts "only the first call after a pause may fail" => [
            [nil, TRIED, FINE, FINE], [["NON-STRICT", ONE], TRIED, BAD, FINE], [["FAIL", ONE], TRIED, FINE, BAD],
            [["FAIL", TWO], TRIED, BAD, BAD]
          ],
          "only a miss of an existing key is a failure" => [
            [["FAIL", "get of k3 missed (1 of 2 calls failed, 32 s after the fault was over)"], TRIED, FINE, MISS,
             { state: { "k3" => "x" } }],
            [nil, TRIED, FINE, MISS, { state: { "k3" => nil } }]
          ],
          "a documented pause is no excuse after a longer one" => [
            ["FAIL", TRIED, BAD, BAD, { bounds: documented(down: "for 30 s", misses: "errors are misses") }]
          ]
  end
end
