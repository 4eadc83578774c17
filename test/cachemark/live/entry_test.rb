# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::EntryTest < Minitest::Test
    def test_a_row_has_cost_precision_and_ratio
      row = MadeRecord.row(label: "dalli:set", wall_ns: 31_370.0, interval: [31_000.0, 31_700.0], socket_ratio: 1.5)

      assert_equal "dalli:set 31.37 us ± 1.1 % 1.50 x", Live::Entry.row(row).split.join(" ")
      assert_equal "dalli:set invalid", Live::Entry.row(MadeRecord.row(status: "invalid", label: "dalli:set")).split.join(" ")
    end

    def test_a_row_has_its_mode
      row = MadeRecord.row(label: "dalli:set", mode: "threads-4", wall_ns: 31_370.0)

      assert_equal "dalli:set:threads-4 31.37 us", Live::Entry.row(row).split.join(" ")
    end

    def test_a_row_at_a_rate_has_what_was_sent_and_percentiles
      row = MadeRates.table { |_, _| Array.new(200) { [0, 50_000] } }.rows.first

      assert_equal "dalli:get 1,000/s 1,000/s 50.00 us 50.00 us", Live::Entry.row(row).split.join(" ")
    end

    def test_a_verdict_has_effect_interval_and_pairs
      assert_equal ["get + slower +4.1 % [3.6, 4.7] 24 pairs", "multiget ! invalid 0 pairs"],
                   texts(MadeVerdicts.slower, MadeVerdicts.invalid)
    end

    def test_several_contenders_are_told_apart
      assert_equal ["dalli@3.2.8:get", "b:get"],
                   texts(MadeVerdicts.slower, MadeVerdicts.slower(contender: "b")).map { |text| text.split.first }
    end

    private

    def texts(*verdicts) = Live::Entry.verdicts(verdicts).map { |text| text.split.join(" ") }
  end
end
