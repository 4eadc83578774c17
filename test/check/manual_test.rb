# frozen_string_literal: true

require "test_helper"

module Check
  class ManualTest < Minitest::Test
    include FixtureTree

    def test_the_page_has_to_be_what_the_program_says_now
      assert_empty problems("echo new", "new\n")
      assert_equal ["man/cachemark.1: is not what the commands declare now; " \
                    "build it again: bin/cachemark help man > man/cachemark.1"], problems("echo new", "old\n")
    end

    def test_there_has_to_be_one
      assert_match(/absent/, problems_of("manual", "bin/cachemark" => "echo new").first)
    end

    def test_a_program_that_fails_is_a_problem
      assert_equal ["bin/cachemark: help man ends with 3"], problems("exit 3", "new\n")
    end

    private

    def problems(program, page) = problems_of("manual", "bin/cachemark" => program, "man/cachemark.1" => page)
  end
end
