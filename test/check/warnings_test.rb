# frozen_string_literal: true

require "test_helper"

module Check
  class WarningsTest < Minitest::Test
    include FixtureTree

    def test_refuses_what_ruby_warns_about
      problems = problems_of("warnings", "lib/a.rb" => "def a\n  b = 1\nend\n", "lib/b.rb" => "def a\n",
                                          "lib/c.rb" => "c = 1\np c\n")
      assert_equal 2, problems.size
      assert_match(/\Alib\/a.rb:2: warning: assigned but unused/, problems.first)
      assert_match(/\Alib\/b.rb:\d+: syntax error/, problems.last)
    end
  end
end
