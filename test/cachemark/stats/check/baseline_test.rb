# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Check::BaselineTest < Minitest::Test
    KNOWN = { "dalli" => { "a/1" => "FAIL", "a/2" => "CORRUPT", "a/3" => "HANG" } }.freeze
    NOW = { "dalli" => { "a/1" => "CORRUPT", "a/2" => "FAIL", "a/3" => "PASS", "a/4" => "FAIL" } }.freeze

    def test_new_is_what_is_not_known_and_worse_what_was_less_bad
      bad = cases.select(&:bad?)

      assert_equal %w[a/4], baseline.unknown(bad).map(&:case)
      assert_equal [%w[a/1 CORRUPT FAIL]], baseline.worse(bad).map { |one, was| [one.case, one.outcome, was] }
    end

    def test_better_is_what_was_worse
      assert_equal [%w[a/2 FAIL CORRUPT], %w[a/3 PASS HANG]],
                   baseline.better(cases).map { |one, was| [one.case, one.outcome, was] }
    end

    def test_what_was_not_tried_is_no_better_and_stays_as_it_is
      found = MadeCheck.of({ "dalli" => { "a/3" => "UNSUPPORTED" } }).cases

      assert_empty baseline.better(found)
      assert_equal KNOWN, baseline.renewed(found, %w[a/1 a/2 a/3]).known
    end

    def test_renewed_it_is_sorted_and_keeps_what_was_not_examined
      found = MadeCheck.of({ "pylibmc" => { "a/4" => "FAIL", "a/3" => "PASS" }, "dalli" => { "a/2" => "PASS" } }).cases
      renewed = baseline.renewed(found, %w[a/2 a/3 a/4])

      assert_equal [["dalli", { "a/3" => "HANG" }], ["pylibmc", { "a/4" => "FAIL" }]], renewed.known.to_a
    end

    private

    def baseline = Stats::Check::Baseline.new(known: KNOWN)
    def cases = MadeCheck.of(NOW).cases
  end
end
