# frozen_string_literal: true

require "test_helper"

module Check
  class PlacesTest < Minitest::Test
    include FixtureTree

    def test_refuses_homes_and_what_belongs_to_this_machine
      home = ["", "home", "ann", "x"].join("/")
      problems = problems_of("places", { "a.md" => "fine\nsee #{home}\n", "b.rb" => "# from mirror.internal\n" },
                             own: ["mirror.internal"])
      assert_equal ["a.md:2: names a place of one machine: #{File.dirname(home)}",
                    "b.rb:1: names a place of one machine: mirror.internal"], problems
    end

    def test_accepts_public_names_and_placeholders
      assert_empty problems_of("places", { "a.md" => "rubygems.org /usr/bin/ruby /home/you/x ~/x\n" }, own: [])
    end

    def test_knows_this_machine
      assert_includes Check.part("places").own_words(Dir.pwd), Dir.home if Dir.home.count("/") > 1
      refute_includes Check.part("places").own_words("/x/y"), "rubygems.org"
    end
  end
end
