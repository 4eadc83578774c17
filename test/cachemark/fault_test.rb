# frozen_string_literal: true

require "test_helper"

module Cachemark
  class FaultTest < Minitest::Test
    def test_the_worst_outcome_is_the_one_that_harms_most
      assert_equal "CORRUPT", Fault.worst(%w[PASS CORRUPT HANG])
      assert_equal "NON-STRICT", Fault.worst(%w[INFO NON-STRICT UNSUPPORTED])
      assert_equal "PASS", Fault.worst([])
    end

    def test_what_is_bad_is_among_the_worst
      assert_equal Fault::BAD.sort, Fault::OUTCOMES.last(4).sort
    end
  end
end
