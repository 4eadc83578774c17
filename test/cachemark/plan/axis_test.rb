# frozen_string_literal: true

require "test_helper"

module Cachemark
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

    def test_where_nothing_differs_nothing_more_is_asked
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
      Plan::Axis.new(name: "dalli@2.7.11..3.1.1", positions: positions, cases: cases)
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
