# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::SituationTest < Minitest::Test
    def test_has_a_variant_for_each_combination
      situation = MadeTrial.situation(over: { "call" => %w[get set], "at" => [1, 2] })

      assert_equal [["get", 1], ["get", 2], ["set", 1], ["set", 2]], situation.variants.map { |one| one.values_at("call", "at") }
      assert_equal [{}], MadeTrial.situation(over: {}).variants
    end

    def test_names_its_cases
      assert_equal %w[interrupt/made-in-get interrupt/made-in-set], MadeTrial.situation.case_ids
    end

    def test_is_grouped_by_the_first_part_of_its_id
      assert_equal "interrupt", MadeTrial.situation.category
    end
  end
end
