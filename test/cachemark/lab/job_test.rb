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
      assert_equal %w[one two], job.with(published: { "addresses" => %w[one two] }).server_names
    end

    private

    def members(job) = job.programs.map { |program| program.members.map(&:id) }
  end
end
