# frozen_string_literal: true

require "test_helper"

module Check
  class ErrorsTest < Minitest::Test
    include FixtureTree

    def test_an_error_without_a_next_step_is_a_problem
      source = <<~RUBY
        raise Usage, "one"
        raise Usage.new("two")
        raise(Trouble, "three") if x
        made = Trouble.new("four \#{five(try: 1)[0]}", try: "do it")
        raise Usage.new("six",
                        try: "do that")
        raise ArgumentError, "not ours"
        raise Other::Usage2.new("neither")
        def seven = (y or raise Usage, "seven")
      RUBY

      assert_equal %w[1:Usage 2:Usage 3:Trouble 9:Usage],
                   problems_of("errors", "lib/a.rb" => source, "test/a.rb" => source)
                     .map { |text| text[/\Alib\/a\.rb:(\d+): (\w+) without `try:`/] && "#{$1}:#{$2}" }
    end
  end
end
