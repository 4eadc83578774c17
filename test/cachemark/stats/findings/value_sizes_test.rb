# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Findings::ValueSizesTest < Minitest::Test
    include MadeFindings

    def test_values_that_are_longer_than_the_others
      entry = ->(bytes) { set(encodings: ["ActiveSupport entry"], value_bytes: [bytes]) }
      rows = [row("a", SET, entry[84]), row("b", SET, entry[11])]

      assert_equal ["wraps its values in ActiveSupport entries", "its values take 84 bytes where b's take 11"], beside(rows, 0, 1)
      assert_equal ["wraps its values in ActiveSupport entries"], beside(rows, 1, 0)
      assert_equal 1, beside([rows[0], row("b", SET, entry[83])], 0, 1).size
      assert_equal ["wraps its values in ActiveSupport entries"], texts(*rows)
    end
  end
end
