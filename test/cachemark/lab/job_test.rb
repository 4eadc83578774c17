# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::JobTest < Minitest::Test
    def test_its_contenders_are_those_of_its_cells_each_once
      cells = %w[client/get client/set].product(%w[null socket]).map { |id, name| MadeCells.cell(contender: name, scenario: id) }

      assert_equal %w[null socket], Lab::Job.new(cells: cells, seed: 1).contenders.map(&:id)
    end
  end
end
