# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::PlacesTest < Minitest::Test
    def test_every_page_has_a_place_of_its_own
      assert_equal %w[clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html],
                   [Site::Places.client("ruby/dalli"), Site::Places.releases("ruby/dalli"),
                    Site::Places.versions("ruby/dalli", "3.2.8", "4.0.0")]
    end

    def test_anchors_are_the_same_every_time_and_no_two_are_one
      tracks = [MadeSite.track, MadeSite.track(mode: "threads-4"), MadeSite.track(options: "threads-4")]
      anchors = tracks.flat_map { |track| [Site::Places.anchor(track), Site::Places.change(MadeSite.change(track))] }

      assert_equal anchors.uniq, anchors
      anchors.each { |anchor| assert_match(/\A(series|change)-\h{12}\z/, anchor) }
      assert_equal Site::Places.anchor(MadeSite.track), anchors.first
    end
  end
end
