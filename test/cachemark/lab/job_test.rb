# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::JobTest < Minitest::Test
    def test_its_contenders_are_those_of_its_cells_each_once
      cells = %w[client/get client/set].product(%w[null socket]).map { |id, name| MadeCells.cell(contender: name, scenario: id) }

      assert_equal %w[null socket], Lab::Job.new(cells: cells, seed: 1).contenders.map(&:id)
    end

    def test_a_published_job_says_its_programs_and_the_names_of_its_server
      cells = %w[null socket].map { |name| MadeCells.cell(contender: name) }
      job = Lab::Job.new(cells: cells, seed: 1)

      assert_equal [[], []], [job.programs, job.server_names]
      assert_equal [%w[null socket]], members(job.with(published: { "processes" => "one" }))
      assert_equal [%w[null], %w[socket]], members(job.with(published: { "processes" => "each contender" }))
      assert_equal [%w[null], %w[socket]], members(job.with(published: { "processes" => "each mode" }))
      assert_equal %w[one two], job.with(published: { "addresses" => %w[one two] }).server_names
    end

    def test_each_worker_of_each_cell_keeps_its_connections
      cells = %w[a b c].product(%w[client/get client/set]).map do |id, scenario|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), scenario: scenario, mode: "threads-200")
      end
      job = Lab::Job.new(cells: cells, seed: 1)

      assert_operator job.connections, :>=, 1_200
      assert_operator job.with(range: %w[a b c]).connections, :<, job.connections
    end

    def test_of_pairs_each_call_is_timed_and_of_others_where_that_was_asked_for
      plain, pairs = %w[client/get client/get-pairs].map { |id| MadeCells.cell(scenario: id) }
      job = Lab::Job.new(cells: [plain, pairs], seed: 1)

      assert_equal [false, true], [plain, pairs].map { |cell| job.latencies_of?(cell) }
      assert job.with(latencies: true).latencies_of?(plain)
    end

    private

    def members(job) = job.programs.map { |program| program.members.map(&:id) }
  end
end
