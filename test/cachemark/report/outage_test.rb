# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OutageTest < Minitest::Test
    extend Golden

    Made = MadeOutage
    STOP = { "incident" => "stop", "end_s" => 5.0 }.freeze
    FAILED = { at: 3, code: Made::ERROR }.freeze
    # Two clients lose 2 % and 20.2 %.
    LIMITS = { "max_lost" => 0.03, "recover_within_ns" => 1_500_000_000 }.freeze
    HOMES = [[0, 0, 1], [1, 2, 2], [0, 1, 1]].freeze
    # Of the keys that moved in each run, none returned: 1 in the first run, 2 in the second, 3 in the third.
    GONE = [[1, 0, 0], [1, 1, 0], [1, 1, 1]].each_with_index.to_h { |moved, run| [run, [[0, 0, 0], moved, moved]] }.freeze

    TEXTS = {
      "a sentence for each contender, and the runs over time" => -> { text(Made.whole) },
      "late calls where none is lost, and the command" => lambda do
        text(Made.outage([{ at: 1 }, { at: 2.5, takes: 0.2 }, { at: 5 }], run: { "argv" => %w[outage dalli] }))
      end,
      "losses that are not those of the incident come first" => lambda do
        text(Made.outage([{ at: 1, lag: 0.05, takes: 0.06 }, { at: 2.5, code: Made::ERROR }, { at: 5 }]))
      end,
      "calls were lost again at the end" =>
        -> { text(Made.outage([{ at: 2.5, code: Made::ERROR }, { at: 5 }, { at: 9.9, code: Made::ERROR }])) },
      "whether limits held" => -> { text(Made.whole(options: LIMITS)) },
      # It can only hold a limit.
      "a client that fell behind before the incident" => lambda do
        behind = [{ at: 1, lag: 0.05, takes: 0.06 }, { at: 9.9, code: Made::ERROR }]
        text(Made.outage(behind, options: LIMITS.slice("recover_within_ns")))
      end,
      "a capital is half of the calls or more" => lambda do
        text(Made.outage([[FAILED, { at: 3.01 }], [FAILED, { at: 3.01 }, { at: 3.02 }]]))
      end,
      "ranges where runs differ, and no empty columns" => -> { lost(2.5, 2.6, 2.7) },
      "a recovery that did not come is longer than what was seen" => -> { lost(2.5, 9.5) },
      "a recovery that never came" => -> { lost(9.5) },
      "a killed server has moved keys" => -> { text(Made.outage([{ at: 1 }], homes: HOMES), "markdown") },
      "keys that moved back where a server comes back" => lambda do
        text(Made.outage([{ at: 1 }], homes: HOMES, options: STOP), "markdown")
      end,
      "the table and the footnote name the same keys" => lambda do
        text(Made.outage([[{ at: 1 }]] * 3, homes: GONE, options: STOP))
      end,
      # An incident of 1 s at 500 calls a second.
      "a percentile that too few calls have" => lambda do
        text(Made.outage([(0...4000).map { |number| { at: number / 500.0 } }], options: STOP,
                                                                               line: { "ended_ns" => 3_000_000_000 }))
      end,
      "interrupted before any run" => -> { text(Made.outage([], ending: { "outcome" => "interrupted" })) },
      "failed before any run" => -> { text(Made.outage([], ending: { "outcome" => "failed", "reason" => "no memcached" })) }
    }.freeze
    golden "outage", TEXTS

    private

    def text(outage, format = "terminal") = Report::Outage.text(outage, format, width: 160)

    # Runs in which a call fails at a time.
    def lost(*times) = text(Made.outage(times.map { |at| [{ at: at, code: Made::ERROR }] }))
  end
end
