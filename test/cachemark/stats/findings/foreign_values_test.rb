# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Findings::ForeignValuesTest < Minitest::Test
    include MadeFindings

    # P2, what follows
    def test_a_read_of_what_another_row_stored_otherwise
      rows = lambda do |read, **more|
        [row("a", GET, get(value_bytes: [read]), prelude: 0, **more), row("a", SET, set(value_bytes: [4])),
         row("a", PLAIN, set(6, value_bytes: [8])), row("b", GET, get(value_bytes: [4]))]
      end
      left = "reads what the rows before it have stored"

      assert_equal ["reads the values that set:plain has stored, not those of its own scenario: 8 bytes where b reads 4", left],
                   texts(*rows[8])
      assert_equal [left], texts(*rows[4])
      assert_empty texts(*rows[8, prelude: 3])
      assert_equal [left], texts(rows[8][0], rows[8][2])
    end
  end
end
