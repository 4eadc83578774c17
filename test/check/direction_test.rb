# frozen_string_literal: true

require "test_helper"

module Check
  class DirectionTest < Minitest::Test
    include FixtureTree

    ROOMS = %w[lab/run stats/row record/reader].to_h { |name| ["lib/cachemark/#{name}.rb", ""] }.freeze

    def test_accepts_lab_that_knows_stats
      assert_empty problems_of("direction", ROOMS.merge("lib/cachemark/lab/run.rb" => "module Cachemark\n  Stats::Row\nend"))
    end

    def test_refuses_stats_that_know_lab_however_it_is_written
      ["Lab::Run.new", "Cachemark::Lab::Run", "::Cachemark::Lab", "class X < Lab::Run\nend", "x = [Lab]"].each do |source|
        problems = problems_of("direction", ROOMS.merge("lib/cachemark/stats/row.rb" => source))
        assert_equal 1, problems.size, source
        assert_match(%r{\Alib/cachemark/stats/row.rb:1: stats may not know lab}, problems.first)
      end
    end

    def test_lets_ruby_and_a_room_have_constants_of_the_same_name
      own = { "lib/cachemark/stats/lab.rb" => "", "lib/cachemark/stats/row.rb" => "Lab.new; ::Record; ENV; Other::Lab" }
      assert_empty problems_of("direction", ROOMS.merge(own))
    end

    def test_refuses_a_room_that_it_does_not_know
      problems = problems_of("direction", "lib/cachemark/cellar/wine.rb" => "")
      assert_match(%r{\Alib/cachemark/cellar: a room that}, problems.first)
    end

    def test_refuses_a_driver_that_knows_lib
      problems = problems_of("direction", "drivers/ruby/driver.rb" => "require \"json\"\nrequire \"cachemark/value\"\n")
      assert_equal ["drivers/ruby/driver.rb:2: a driver may not know lib/"], problems
    end
  end
end
