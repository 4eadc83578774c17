# frozen_string_literal: true

require "test_helper"

class PlanPositionTest < Minitest::Test
  def test_a_record_keeps_its_place_and_its_names
    position = Cachemark::Plan::Position.new(number: 3, contender: MadeCells.contender, name: "1.2", subject: "Spin")

    assert_equal({ "position" => 3, "contender" => "socket", "name" => "1.2", "subject" => "Spin" }, position.facts)
    assert_predicate position, :frozen?
  end
end
