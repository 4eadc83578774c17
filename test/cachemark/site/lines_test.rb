# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::LinesTest < Minitest::Test
    def test_what_may_be_compared_has_one_letter_in_all_series
      other = MadeSite.line([MadeSite.point(5, "dalli", "4.0.0", 1.0)], machine: "m2", machine_description: "Intel, 8 cores")
      get = MadeSite.track.then { |track| track.with(lines: [*track.lines, other]) }
      set = MadeSite.track(scenario: "client/set", definition: "d2")
      lines = Site::Lines.new([set, get])

      assert_equal %w[A B A], [*get.lines, *set.lines].map { |line| lines.name(line) }
      assert_equal [["A", "AMD EPYC, 2 cores; memcached 1.6.18; one-core; ruby 3.1.2"],
                    ["B", "Intel, 8 cores; memcached 1.6.18; one-core; ruby 3.1.2"]], lines.told
    end

    def test_a_scenario_that_was_defined_anew_makes_another_line_of_the_series
      anew = MadeSite.line([MadeSite.point(5, "dalli", "4.0.0", 1.0)], definition: "d2")
      track = MadeSite.track.then { |one| one.with(lines: [*one.lines, anew]) }
      lines = Site::Lines.new([track])

      assert_equal %w[A A2], track.lines.map { |line| lines.name(line) }
      assert_equal ["A2", "as A, with another definition of the scenario"], lines.told.last
    end
  end
end
