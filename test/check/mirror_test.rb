# frozen_string_literal: true

require "test_helper"

module Check
  class MirrorTest < Minitest::Test
    include FixtureTree

    CODE = "def a\n  1\nend\n"

    def test_accepts_a_mirror_and_pure_values
      assert_empty problems_of("mirror", "lib/cachemark/host/keeper.rb" => CODE, "test/cachemark/host/keeper_test.rb" => "",
                                         "lib/cachemark/host/facts.rb" => "Facts = Value.define(:a)")
    end

    def test_accepts_a_part_that_is_tested_through_its_class
      assert_empty problems_of("mirror", "lib/cachemark/report/terminal.rb" => CODE,
                                         "lib/cachemark/report/terminal/grid.rb" => CODE,
                                         "test/cachemark/report/terminal_test.rb" => "")
    end

    def test_names_code_without_a_test_and_a_test_without_code
      problems = problems_of("mirror", "lib/cachemark/host/keeper.rb" => CODE, "test/cachemark/host/kepper_test.rb" => "")
      assert_match(%r{\Alib/cachemark/host/keeper.rb: has no test}, problems.first)
      assert_match(%r{\Atest/cachemark/host/kepper_test.rb: mirrors nothing}, problems.last)
    end
  end
end
