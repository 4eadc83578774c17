# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::NoLeakTest < Minitest::Test
    def test_what_stays_about_the_same_is_no_leak
      assert_nil said([10, 2, 30_000_000], [14, 3, 50_000_000])
    end

    def test_what_grows_is_told_with_the_faults_that_it_took
      assert_equal ["FAIL", "over 2 faults: descriptors from 10 to 98"], said([10, 2, 0], [98, 2, 0])
      assert_equal ["FAIL", "over 2 faults: threads from 2 to 90, memory_bytes from 0 to 90000000"],
                   said([9, 2, 0], [9, 90, 90_000_000])
    end

    def test_memory_that_grows_in_every_part_is_leaked_and_in_some_it_warms_up
      assert_nil said(*[10_000, 14_000, 14_400, 16_000].map { |kilobytes| [9, 2, kilobytes * 1000] })
      assert_equal ["FAIL", "over 4 faults: memory_bytes from 10000000 to 11800000"],
                   said(*[10_000, 10_600, 11_200, 11_800].map { |kilobytes| [9, 2, kilobytes * 1000] })
    end

    def test_what_is_not_known_is_not_judged
      assert_nil said([nil, 2, nil], [nil, 2, nil])
      assert_nil Fault::Invariants::NoLeak.call(MadeTrial.trial(look([1, 1, 1])))
    end

    private

    def look(figures)
      pairs = %w[descriptors threads memory_bytes].zip(figures)
      Fault::Call.new(step: { "look" => true }, type: "ok", value: { "pairs" => pairs })
    end

    def said(*figures)
      fault = MadeTrial.raised("k1", role: "subject")
      Fault::Invariants::NoLeak.call(MadeTrial.trial(*figures.flat_map { |some| [fault, look(some)] }))
    end
  end
end
