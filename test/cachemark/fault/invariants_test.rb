# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::InvariantsTest < Minitest::Test
    def test_every_name_is_a_module_that_can_be_asked
      Fault::Invariants::NAMES.each_key { |name| assert_respond_to Fault::Invariants.named(name), :call }
    end

    def test_every_fault_is_judged_by_invariants_that_are_there
      named = Catalog.load.faults.values.flat_map(&:judges).uniq

      assert_empty named - Fault::Invariants::NAMES.keys
    end

    def test_an_unknown_one_is_no_invariant
      assert_raises(KeyError) { Fault::Invariants.named("luck") }
    end
  end
end
