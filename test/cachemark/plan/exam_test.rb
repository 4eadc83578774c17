# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Plan
    class ExamTest < Minitest::Test
      SHORT = MadeTrial.fault(id: "a/short", form: "a/short-{call}", repeats: 10)
      BYTES = MadeTrial.fault(id: "a/bytes", form: "a/bytes-{call}", repeats: "bytes")

      def test_a_mutant_is_a_control_that_must_be_caught
        assert_equal [false, false, true], [nil, Exam::REFERENCE, "made"].map { |control| exam([SHORT], control: control).mutant? }
      end

      def test_of_controls_fewer_trials_will_do
        efforts = [nil, Exam::REFERENCE, "made"].map { |control| exam([SHORT], control: control).effort }

        assert_equal [{}, { most: 3 }, { once_bad: true }], efforts
      end

      def test_it_is_parted_by_number_and_by_length
        both = exam([SHORT, BYTES])

        assert_equal [3, 1], both.parts(3).map { |part| part.cases.size }
        assert_equal [%w[a/bytes-get a/bytes-set], %w[a/short-get a/short-set]],
                     both.by_length.map { |part| part.cases.map(&:id) }
        assert_equal 1, exam([SHORT]).by_length.size
      end

      private

      def exam(faults, **more)
        Exam.new(contender: MadeCells.contender("socket"), cases: Fault::Case.all(faults), **more)
      end
    end
  end
end

module Cachemark
  module Plan
    class ExamSharesTest < Minitest::Test
      SHORT = MadeTrial.fault(id: "a/short", form: "a/short-{call}", repeats: 10)
      BYTES = MadeTrial.fault(id: "a/bytes", form: "a/bytes-{call}", repeats: "bytes")
      LINES = MadeTrial.fault(id: "a/lines", form: "a/lines-{call}", repeats: "lines")

      def test_each_long_case_has_a_driver_of_its_own
        shares = Exam::Shares.of([exam([SHORT, BYTES, LINES])], lanes: 1)

        assert_equal [%w[a/bytes-get], %w[a/bytes-set], %w[a/lines-get], %w[a/lines-set]], ids(shares.long)
        assert_equal [%w[a/short-get a/short-set]], ids(shares.rest)
      end

      def test_the_others_come_in_parts_that_are_worth_a_start
        many = exam([SHORT] * 50)

        assert_equal [20] * 5, Exam::Shares.of([many], lanes: 1).rest.map { |part| part.cases.size }
        assert_equal [4] * 25, Exam::Shares.of([many], lanes: 50).rest.map { |part| part.cases.size }
      end

      def test_who_waits_longest_comes_first
        waits = { "a" => 5, "b" => 90, "c" => 60 }.map { |name, ms| waiting(name, ms) }
        mutant = exam([SHORT, waiting("d", 30)], control: "made")
        first = Exam::Shares.of([exam([SHORT] * 4), exam([*waits, SHORT]), mutant], lanes: 50).rest.first(3)

        assert_equal [%w[a/b-get a/b-set a/c-get a/c-set], %w[a/short-get a/short-set a/d-get a/d-set],
                      %w[a/a-get a/a-set a/short-get a/short-set]], ids(first)
        assert_equal [false, true, false], first.map(&:mutant?)
      end

      def test_and_shares_a_driver_with_few
        assert_equal [[%w[a/w-get a/w-set]], [%w[a/w-get], %w[a/w-set]]],
                     [300, 500].map { |ms| ids(Exam::Shares.of([exam([waiting("w", ms)])], lanes: 1).rest) }
      end

      def test_the_first_of_a_mutants_cases_can_end_them
        shares = Exam::Shares.of([exam([BYTES, SHORT], control: "made"), exam([BYTES], control: Exam::REFERENCE)], lanes: 1)

        assert_equal [%w[a/bytes-get a/bytes-set a/short-get a/short-set]], ids(shares.rest)
        assert_equal [Exam::REFERENCE] * 2, shares.long.map(&:control)
      end

      private

      def waiting(name, wait)
        MadeTrial.fault(id: "a/#{name}", form: "a/#{name}-{call}", repeats: 10, steps: [{ "wait_ms" => wait }])
      end

      def exam(faults, **more)
        Exam.new(contender: MadeCells.contender("socket"), cases: Fault::Case.all(faults), **more)
      end

      def ids(exams) = exams.map { |exam| exam.cases.map(&:id) }
    end
  end
end
