# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::ReleasesPage::TwoVersionsTest < Minitest::Test
    def test_shows_times_and_multiples_of_both
      text = page(MadeSite.contents)

      assert_includes text, "Of 1 series 4.0.0 costs more in 1."
      ["18.0 µs ± 1.0 %", "24.0 µs ± 1.0 %", "1.20 [1.19, 1.21]", "1.60 [1.58, 1.62]", "+33.3 %", "more"].each do |cell|
        assert_includes text.tr("\u00a0", " "), ">#{cell}<"
      end
      assert_includes text, "<code>cachemark compare dalli@3.2.8 dalli@4.0.0</code>"
    end

    def test_more_or_less_is_said_only_where_intervals_lie_apart
      assert_includes page(MadeSite.contents(ratios: { "3.2.8" => 1.6, "4.0.0" => 1.2 })), "4.0.0 costs less in 1."
      assert_includes page(MadeSite.contents(ratios: { "3.2.8" => 1.6, "4.0.0" => 1.61 })), "4.0.0 cannot be distinguished in 1."
    end

    def test_times_of_two_machines_are_not_set_against_each_other
      lines = MadeSite.track.lines.first.points.each_with_index.map { |point, at| MadeSite.line([point], machine: "m#{at}") }
      text = page(MadeSite.contents(tracks: [MadeSite.track.with(lines: lines)]))

      refute_includes text, "18.0 µs"
      assert_includes text, "1.20 [1.19, 1.21]"
    end

    def test_without_a_multiple_the_times_decide
      contents = MadeSite.contents(ratios: { "3.2.8" => nil, "4.0.0" => nil }, changes: [])

      assert_includes page(contents), "cannot be distinguished in 1."
    end

    def test_a_client_of_another_language_is_named_with_it
      contents = MadeSite.contents(client: "python/pylibmc")
      text = Site::ReleasesPage::TwoVersions.new(contents, "python/pylibmc", "3.2.8", "4.0.0").to_s

      assert_includes text, "cachemark compare python/pylibmc@3.2.8 python/pylibmc@4.0.0"
    end

    def test_no_command_is_made_of_checkouts
      refute_includes page(MadeSite.contents(options: "checkout")), "cachemark compare"
    end

    def test_no_command_is_made_of_what_a_shell_would_read
      assert_nil page(MadeSite.contents(ratios: { "1; rm" => 1.0, "4.0.0" => 1.2 }, changes: []), "1; rm")[/cachemark compare/]
    end

    private

    def page(contents, from = "3.2.8") = Site::ReleasesPage::TwoVersions.new(contents, "ruby/dalli", from, "4.0.0").to_s
  end

  class Site::ReleasesPage::TwoVersions::ContrastTest < Minitest::Test
    def test_the_change_is_the_cost_of_the_second_over_the_first
      contrast = of("1.0" => 1.2, "2.0" => 1.5)

      assert_in_delta 0.25, contrast.effect(:ratios, :socket_ratio)
      assert_in_delta 0.25, contrast.effect(:times, :wall_ns)
      assert_in_delta 0.25, contrast.reach[1]
      assert_in_delta (1.5 * 0.99 / (1.2 * 1.01)) - 1, contrast.reach.first
      assert_in_delta (1.5 * 1.01 / (1.2 * 0.99)) - 1, contrast.reach.last
    end

    def test_says_more_or_less_only_if_the_intervals_are_apart
      assert_equal %w[more less open],
                   [{ "1.0" => 1.2, "2.0" => 1.5 }, { "1.0" => 1.5, "2.0" => 1.2 }, { "1.0" => 1.5, "2.0" => 1.51 }]
                     .map { |ratios| of(ratios).outcome }
    end

    def test_two_versions_are_compared_by_time_if_neither_has_a_ratio
      contrast = of("1.0" => nil, "2.0" => nil)

      assert_equal [nil, nil, "open"], [contrast.ratios, contrast.reach, contrast.outcome]
      assert_in_delta 0.0, contrast.effect(:times, :wall_ns)
      assert_nil contrast.effect(:ratios, :socket_ratio)
    end

    def test_a_series_without_one_of_them_has_no_contrast
      assert_nil Site::ReleasesPage::TwoVersions::Contrast.of(MadeSite.track(ratios: { "1.0" => 1.2 }), "1.0", "2.0")
    end

    private

    def of(ratios) = Site::ReleasesPage::TwoVersions::Contrast.of(MadeSite.track(ratios: ratios), "1.0", "2.0")
  end
end
