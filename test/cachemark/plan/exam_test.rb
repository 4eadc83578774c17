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
