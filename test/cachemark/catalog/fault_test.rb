# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::FaultTest < Minitest::Test
    def test_has_a_variant_for_each_combination
      fault = MadeTrial.fault(over: { "call" => %w[get set], "at" => [1, 2] })

      assert_equal [["get", 1], ["get", 2], ["set", 1], ["set", 2]], fault.variants.map { |one| one.values_at("call", "at") }
      assert_equal [{}], MadeTrial.fault(over: {}).variants
    end

    def test_names_its_cases
      assert_equal %w[interrupt/made-in-get interrupt/made-in-set], MadeTrial.fault.case_ids
    end

    def test_is_grouped_by_the_first_part_of_its_id
      assert_equal "interrupt", MadeTrial.fault.category
    end
  end
end
