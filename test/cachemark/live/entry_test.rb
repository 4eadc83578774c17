# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::EntryTest < Minitest::Test
    def test_a_verdict_has_effect_interval_and_pairs
      assert_equal ["get + slower +4.1 % [3.6, 4.7] 24 pairs", "multiget ! invalid 0 pairs"],
                   Live::Entry.verdicts([MadeVerdicts.slower, MadeVerdicts.invalid])
    end

    def test_several_contenders_are_told_apart
      assert_equal ["dalli@3.2.8:get", "b:get"],
                   Live::Entry.verdicts([MadeVerdicts.slower, MadeVerdicts.slower(contender: "b")]).map { |text| text.split.first }
    end
  end
end
