# frozen_string_literal: true

require "test_helper"

module Check
  class GrammarTest < Minitest::Test
    include FixtureTree

    def test_accepts_ruby_1_9
      assert_empty problems_of("grammar", "drivers/ruby/driver.rb" => "def a(b, c = {d: 1})\n  b || c\nend\n")
    end

    def test_refuses_what_only_later_rubies_parse
      ["def a(b:) b end", "a&.b", "def a = 1", "%i[a b]", "a = <<~B\nB\n"].each do |source|
        problems = problems_of("grammar", "drivers/ruby/driver.rb" => source)
        assert_match(%r{\Adrivers/ruby/driver.rb:1: Ruby 1.9}, problems.first, source)
      end
    end
  end
end
