# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::ReleasesPageTest < Minitest::Test
    def test_has_a_row_for_each_version_and_a_column_for_each_series
      tracks = [MadeSite.track, MadeSite.track(scenario: "client/set", ratios: { "4.0.0" => nil })]
      text = Site::ReleasesPage.new(MadeSite.contents(tracks: tracks), "ruby/dalli").to_s

      assert_includes text, "3 versions measured."
      assert_equal %w[3.0.0 3.2.8 4.0.0], text.scan(%r{<th scope="row">([^<]*)</th>}).flatten
      ["1.40 [1.39, 1.41]", "1.60 [1.58, 1.62]", "15.00 us ± 1.0 %"].each { |cell| assert_includes text, cell }
      assert_includes text, 'href="../versions/ruby-dalli/3.2.8..4.0.0.html"'
    end

    def test_neighbours_are_beside_each_other_and_the_first_beside_the_last
      assert_equal [%w[3.0.0 3.2.8], %w[3.2.8 4.0.0], %w[3.0.0 4.0.0]], pairs(MadeSite.contents)
      assert_equal [%w[3.0.0 3.2.8]], pairs(MadeSite.contents(ratios: MadeSite::RATIOS.first(2).to_h))
      assert_empty pairs(MadeSite.contents(ratios: { "4.0.0" => 1.6 }, changes: []))
    end

    def test_versions_that_no_series_has_both_of_have_no_page
      tracks = [MadeSite.track(ratios: { "3.0.0" => 1.4 }), MadeSite.track(scenario: "client/set", ratios: { "4.0.0" => 1.4 })]

      assert_empty pairs(MadeSite.contents(tracks: tracks, changes: []))
    end

    private

    def pairs(contents) = Site::ReleasesPage.new(contents, "ruby/dalli").pairs
  end
end
