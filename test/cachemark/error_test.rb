# frozen_string_literal: true

require "test_helper"

module Cachemark
  class ErrorTest < Minitest::Test
    def test_says_what_happened_and_what_to_do_next
      error = Usage.new("unknown client: dali", try: "Did you mean dalli?")
      assert_equal "unknown client: dali\nDid you mean dalli?", error.message
      assert_equal "Did you mean dalli?", error.try
      assert_equal "no memory", Trouble.new("no memory").message
    end

    def test_knows_its_exit_code
      assert_equal [2, 3, 3], [Usage, Trouble, Error].map { |error| error.new("x").exit_code }
    end
  end
end
