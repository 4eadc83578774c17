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

      def test_the_reference_comes_first_where_no_mutant_is
        own, reference = [nil, Exam::REFERENCE].map { |control| exam([SHORT, BYTES], control: control) }
        mutant = exam([SHORT], control: "made")

        assert_equal [own, mutant, exam([BYTES], control: Exam::REFERENCE)], Exam.first([own, mutant, reference])
        assert_equal [own, reference], Exam.first([own, reference])
        assert_equal [mutant], Exam.first([mutant, exam([SHORT], control: Exam::REFERENCE)])
      end

      def test_of_controls_fewer_trials_will_do
        efforts = [nil, Exam::REFERENCE, "made"].map { |control| exam([SHORT], control: control).effort }

        assert_equal [{}, { most: 3 }, { once_bad: true }], efforts
        assert_equal({ once_bad: true }, exam([SHORT]).with(affected: true).effort)
      end

      def test_a_case_takes_the_time_of_its_trials_and_waits
        waiting = MadeTrial.fault(id: "a/waiting", form: "a/waiting-{call}", repeats: 10, steps: [{ "wait_ms" => 400 }])
        expected = [nil, Exam::REFERENCE, "made"].map do |control|
          [SHORT, waiting, BYTES].map { |fault| exam([fault], control: control).then { |one| one.expected_ms(one.cases.first) } }
        end

        assert_equal [[1_000, 2_000, 5_000], [300, 600, 5_000], [100, 200, 100]], expected
      end

      def test_it_is_parted_by_number_and_by_length
        both = exam([SHORT, BYTES])

        assert_equal [3, 1], both.split(3).map { |part| part.cases.size }
        assert_equal [%w[a/bytes-get a/bytes-set], %w[a/short-get a/short-set]],
                     both.parted(&:long?).map { |part| part.cases.map(&:id) }
        assert_equal 1, exam([SHORT]).parted(&:long?).size
      end

      private

      def exam(faults, **more)
        Exam.new(contender: MadeCells.contender("socket"), cases: Fault::Case.all(faults), **more)
      end
    end
  end

  module Plan
    class ExamSharesTest < Minitest::Test
      SHORT = MadeTrial.fault(id: "a/short", form: "a/short-{call}", repeats: 10)
      BYTES = MadeTrial.fault(id: "a/bytes", form: "a/bytes-{call}", repeats: "bytes")
      LINES = MadeTrial.fault(id: "a/lines", form: "a/lines-{call}", repeats: "lines")

      def test_each_long_case_has_its_own_driver_and_lines_come_before_bytes
        parts = Exam::DriverParts.of([exam([SHORT, BYTES, LINES])], drivers: 1)

        assert_equal [%w[a/lines-get], %w[a/lines-set], %w[a/bytes-get], %w[a/bytes-set]], ids(parts.long)
        assert_equal [%w[a/short-get a/short-set]], ids(parts.rest)
      end

      def test_a_case_with_many_callers_is_among_the_first
        together = { "together" => { "by" => "threads", "lanes" => 2, "times" => 1 } }
        many = MadeTrial.fault(id: "a/many", form: "a/many-{call}", repeats: 2, steps: [together])
        parts = Exam::DriverParts.of([exam([SHORT] * 2), exam([many] * 2)], drivers: 50)

        assert_equal %w[a/many-get a/short-get], parts.rest.map { |part| part.cases.first.id }
      end

      def test_the_others_come_in_parts_that_are_worth_a_start
        many = exam([SHORT] * 50)

        assert_equal [20] * 5, Exam::DriverParts.of([many], drivers: 1).rest.map { |part| part.cases.size }
        assert_equal [4] * 25, Exam::DriverParts.of([many], drivers: 50).rest.map { |part| part.cases.size }
      end

      def test_cases_with_a_limit_of_memory_are_apart
        large = MadeTrial.fault(id: "a/large", form: "a/large-{call}", memory_mb: 512)
        parts = Exam::DriverParts.of([exam([SHORT, large]), exam([large], control: "made")], drivers: 1)

        assert_equal [%w[a/large-get a/large-set]] * 2, ids(parts.limited)
        assert_equal [%w[a/short-get a/short-set]], ids(parts.rest)
      end

      def test_starts_the_case_that_waits_longest_first
        waits = { "a" => 5, "b" => 90, "c" => 60 }.map { |name, ms| waiting(name, ms) }
        mutant = exam([SHORT, waiting("d", 30)], control: "made")
        first = Exam::DriverParts.of([exam([SHORT] * 4), exam([*waits, SHORT]), mutant], drivers: 50).rest.first(3)

        assert_equal [%w[a/b-get a/b-set a/c-get a/c-set], %w[a/short-get a/short-set a/d-get a/d-set],
                      %w[a/a-get a/a-set a/short-get a/short-set]], ids(first)
        assert_equal [false, true, false], first.map(&:mutant?)
      end

      def test_a_mutant_that_may_hang_is_among_the_first
        hanging = MadeTrial.fault(id: "a/hanging", form: "a/hanging-{call}", impatient: true)
        faults = { "waits" => waiting("w", 400), "short" => SHORT, "hangs" => hanging }
        mutants = faults.map { |name, fault| exam([fault], control: name) }

        assert_equal %w[hangs waits short], Exam::DriverParts.of(mutants, drivers: 50).rest.map(&:control)
      end

      def test_the_contenders_and_the_controls_take_turns
        named = %w[a b].map { |id| exam([SHORT] * 2).with(contender: MadeCells.contender("socket").with(id: id)) }
        controls = [exam([waiting("w", 900)] * 2, control: "made"), exam([SHORT, BYTES], control: Exam::REFERENCE)]
        parts = Exam::DriverParts.of([*named, exam([BYTES]), *controls], drivers: 50)

        assert_equal ["a", "b", "made", Exam::REFERENCE], parts.rest.map { |part| part.control || part.contender.id }
        assert_equal [nil, Exam::REFERENCE] * 2, parts.long.map(&:control)
      end

      def test_and_shares_a_driver_with_few
        assert_equal [[%w[a/w-get a/w-set]], [%w[a/w-get], %w[a/w-set]]],
                     [300, 500].map { |ms| ids(Exam::DriverParts.of([exam([waiting("w", ms)])], drivers: 1).rest) }
      end

      def test_the_first_of_a_mutants_cases_can_end_them
        parts = Exam::DriverParts.of([exam([BYTES, SHORT], control: "made"), exam([BYTES], control: Exam::REFERENCE)], drivers: 1)

        assert_equal [%w[a/bytes-get a/bytes-set a/short-get a/short-set]], ids(parts.rest)
        assert_equal [Exam::REFERENCE] * 2, parts.long.map(&:control)
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

  class Plan::AxisTest < Minitest::Test
    RELEASES = %w[2.7.11 3.0.0 3.0.1 3.0.2 3.0.3 3.1.0 3.1.1].freeze

    def setup
      @found = []
      @asked = []
    end

    def test_the_ends_and_the_newest_of_each_line_come_first
      assert_equal %w[2.7.11 3.0.3 3.1.1], axis.first.map { |exam| exam.contender.id }
    end

    def test_those_that_come_first_are_the_others_of_each
      assert_equal [%w[3.0.3 3.1.1], %w[2.7.11 3.1.1], %w[2.7.11 3.0.3]], axis.first.map { |exam| exam.peers.map(&:id) }

      axis.first.each { |exam| note(exam, exam.contender.id > "3.0.3" ? "PASS" : "FAIL") }
      assert_equal [["3.1.0", %w[2.7.11 3.0.3 3.1.1]]], axis.next(@found).map { |exam| [exam.contender.id, exam.peers.map(&:id)] }
    end

    def test_it_closes_in_on_the_change_and_looks_at_it_again
      search { |release| release >= "3.0.2" ? "PASS" : "CORRUPT" }

      assert_equal [["3.0.1", false], ["3.0.2", false], ["3.0.1", true], ["3.0.2", true]], @asked
    end

    def test_asks_nothing_more_when_nothing_differs
      search { "PASS" }

      assert_empty @asked
    end

    def test_a_release_that_cannot_be_built_is_passed_over
      search { |release| { "3.0.1" => nil }.fetch(release) { release > "3.0.1" ? "PASS" : "FAIL" } }

      assert_equal [["3.0.0", true], ["3.0.2", true]], @asked.last(2)
    end

    def test_cases_that_ask_for_the_same_release_are_examined_together
      cases = [MadeTrial.one("get"), MadeTrial.one("set")]
      axis(cases).first.each { |exam| note(exam, exam.contender.id > "3.0.3" ? "PASS" : "FAIL") }

      assert_equal [["3.1.0", 2]], axis(cases).next(@found).map { |exam| [exam.contender.id, exam.cases.size] }
    end

    private

    def axis(cases = [MadeTrial.one("get")])
      positions = RELEASES.each_with_index.map do |name, number|
        Plan::Position.new(number: number, contender: MadeCells.contender.with(id: name), name: name)
      end
      Plan::Exam::Axis.new(name: "dalli@2.7.11..3.1.1", positions: positions, cases: cases)
    end

    # Examines as the axis asks for it; the block is the truth, nil for a release that cannot be built.
    def search(&truth)
      exams = axis.first
      until exams.empty?
        exams.each { |exam| note(exam, truth.call(exam.contender.id)) }
        exams = axis.next(@found)
        @asked += exams.map { |exam| [exam.contender.id, exam.retest] }
      end
    end

    def note(exam, outcome)
      exam.cases.each do |one|
        @found << { "contender" => exam.contender.id, "case" => one.id, "outcome" => outcome || "UNSUPPORTED",
                    "absent" => outcome.nil? }
      end
    end
  end
end
