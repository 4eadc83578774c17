# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Find::CasesTest < Minitest::Test
    CASE = "key/longest"

    def test_the_versions_are_one_axis_with_the_controls_of_the_cases
      task = selection(%w[5.2.0 5.2.1 5.2.2]).task
      axis = task.axes.first

      assert_equal ["socket@5.2.0..5.2.2", %w[5.2.0 5.2.1 5.2.2], [CASE]],
                   [axis.name, axis.positions.map(&:name), axis.cases.map(&:id)]
      assert_equal %w[5.2.0 5.2.2], task.exams.reject(&:control).map { |exam| exam.contender.id }
      assert_includes task.exams.map(&:control), "socket"
    end

    def test_of_commits_only_the_ends_are_tried_first
      task = selection(%w[aaaa1111 bbbb2222 cccc3333 dddd4444]).task

      assert_equal %w[aaaa1111 dddd4444], task.exams.reject(&:control).map { |exam| exam.contender.id }
    end

    # So that the command under a finding repeats it.
    def test_a_commit_is_named_with_its_options
      given = ->(contender) { contender.with(given: { "ruby" => "3.3", "repo" => "/r" }) }

      assert_equal %w[aaaa1111,ruby=3.3 bbbb2222,ruby=3.3], first_ids(%w[aaaa1111 bbbb2222], &given)
      assert_equal %w[5.2.0 5.2.1], first_ids(%w[5.2.0 5.2.1], &given)
    end

    def test_a_line_may_end_with_the_release_that_follows_it
      assert_equal 1, selection(%w[5.2.7 5.2.8 5.3.0]).task.axes.size
      [%w[5.2.8 5.3.0 5.3.1], %w[5.1.0 5.2.0 5.3.0]].each do |names|
        assert_match(/has releases of several lines: 5\.\d, 5\.\d/, assert_raises(Usage) { selection(names).task }.what)
      end
    end

    private

    def first_ids(names, &) = selection(names, &).task.exams.reject(&:control).map { |exam| exam.contender.id }

    def selection(names, &made)
      positions = names.each_with_index.map do |name, number|
        contender = MadeCells.contender.with(id: name)
        Plan::Position.new(number: number, contender: made ? made.call(contender) : contender, name: name)
      end
      CLI::Find::Cases.new("a range", positions, { cases: [CASE] }, catalog: MadeCells::CATALOG, versions: nil,
                                                                     runtime: Env::Runtimes::Runtime.current)
    end
  end
end
