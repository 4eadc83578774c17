# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::OpenLoopTest < Minitest::Test
    def test_a_sweep_goes_from_one_end_to_the_other_in_even_factors
      rates = Plan::OpenLoop.sweep(2_000, 20_000, 8)

      assert_equal [2_000, 20_000, 8], [rates.first, rates.last, rates.size]
      rates.each_cons(2) { |one, next_| assert_in_delta 10**(1 / 7.0), next_.fdiv(one), 0.001 }
    end

    def test_no_rate_twice_where_steps_are_many
      assert_equal [1, 2, 3], Plan::OpenLoop.sweep(1, 3, 10)
    end

    def test_a_record_keeps_all_of_it
      assert_equal({ rates: [5], arrivals: "poisson", slo_ns: nil }, Plan::OpenLoop.new(rates: [5]).facts)
    end
  end
end
