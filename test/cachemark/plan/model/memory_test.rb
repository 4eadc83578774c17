# frozen_string_literal: true

require "test_helper"

class PlanModelMemoryTest < Minitest::Test
  def test_a_raw_number_is_a_counter
    memory = Cachemark::Plan::Model::Memory.new({ "n" => { "kind" => "number", "number" => 7 }, "a" => { "kind" => "array" } },
        {})
    assert_equal 7, memory.item({ "value" => "n", "raw" => true })
    assert_equal ["n", false], memory.item({ "value" => "n" })
    assert_equal ["a", true], memory.item({ "value" => "a", "raw" => true })
  end
end
