# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Check::CountsTest < Minitest::Test
    # Two cases that are expected to take 100 ms each.
    A, B = %w[a b].map { |name| MadeTrial.fault(id: "#{name}/made", form: "#{name}/made-{call}", repeats: 1) }

    def test_a_case_without_a_time_is_expected_to_take_what_was_planned
      assert_equal [0.0, 0.5, 1.0], [[], [100], [100, 50]].map { |times| share(exam("a", A), times) }
    end

    # Each case of A took 10 times as long as planned, so those of the same fault will.
    def test_cases_of_a_contender_and_fault_are_expected_to_take_as_long_as_the_others_did
      hung, other = exam("a", A), exam("a", B)
      counts = Lab::Check::Counts.new([hung, other])
      counts.done(hung, hung.cases.first, 1_000)
      counts.done(other, other.cases.first, 100)

      assert_in_delta 1_100 / 2_200.0, counts.to_h[:share]
    end

    # B took three times as long, and A was not tried.
    def test_other_cases_are_expected_to_take_as_long_as_all_did
      tried, other = exam("b", B), exam("a", A)
      counts = Lab::Check::Counts.new([tried, other])
      counts.done(tried, tried.cases.first, 300)

      assert_in_delta 300 / 1_200.0, counts.to_h[:share]
    end

    def test_a_case_that_is_not_needed_is_done_and_takes_no_time
      mutant, own = exam("a", A, control: "made"), exam("b", B)
      counts = Lab::Check::Counts.new([mutant, own])
      mutant.cases.each { |one| counts.done(mutant, one) }
      counts.done(own, own.cases.first, 100)

      assert_equal({ cases: [1, 2], controls: [2, 2], share: 0.5 }, counts.to_h)
      assert_equal({ cases: 2, controls: 2 }, counts.planned)
    end

    private

    def exam(id, fault, **more)
      Plan::Exam.new(contender: MadeCells.contender("socket").with(id: id), cases: Fault::Case.all([fault]), **more)
    end

    def share(exam, times)
      counts = Lab::Check::Counts.new([exam])
      times.zip(exam.cases) { |took_ms, one| counts.done(exam, one, took_ms) }
      counts.to_h[:share]
    end
  end
end
