# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::ClientPageTest < Minitest::Test
    def test_every_figure_of_the_charts_is_in_a_table
      text = page(MadeSite.contents)

      assert_includes text, "3 costs of 1 series, from 2026-01-01 to 2026-01-03."
      ["3.0.0", "21.0 µs ± 1.0 %", "1.40 [1.39, 1.41]", "4.0.0", "24.0 µs ± 1.0 %", "1.60 [1.58, 1.62]"].each do |cell|
        assert_includes text, cell
      end
      assert_equal 2, text.scan('data-chart="').size
    end

    def test_runs_and_lines_are_linked
      text = page(MadeSite.contents)

      assert_includes text, %(<a href="../runs.html#run-20260103T100000Z-0123456789abcdef">2026-01-03 10:00</a>)
      assert_includes text, %(<a href="#line-A">A</a>)
      assert_includes text, %(<dt id="line-A">A</dt><dd>AMD EPYC, 2 cores; memcached 1.6.18; one-core; ruby 3.1.2</dd>)
    end

    def test_a_run_that_is_not_listed_is_no_link
      contents = MadeSite.contents

      assert_equal 2, page(contents.with(runs: contents.runs.last(2))).scan("runs.html#run-").size
    end

    def test_shows_the_newest_figures_one_by_one_and_all_versions_by_release
      points = Array.new(250) do |day|
        MadeSite.point(0, "dalli", "1.#{day}", 1.0).with(at: Time.at(day * 86_400).utc.strftime("%FT%TZ"))
      end
      contents = MadeSite.contents(tracks: [MadeSite.track.with(lines: [MadeSite.line(points)])], changes: [])

      assert_includes page(contents), "client/get, the newest first: 200 of 250 figures"
      refute_includes page(contents), ">1.49<"
      assert_includes Site::ReleasesPage.new(contents, "ruby/dalli").to_s, ">1.49<"
    end

    def test_says_how_many_figures_are_older_than_those_shown
      track = MadeSite.track.then { |one| one.with(lines: one.lines.map { |line| line.with(count: 500) }) }

      assert_includes page(MadeSite.contents(tracks: [track])), "client/get, the newest first: 3 of 500 figures"
    end

    def test_a_single_figure_makes_no_chart
      text = page(MadeSite.contents(ratios: { "4.0.0" => nil }, changes: []))

      refute_includes text, "data-chart"
      assert_includes text, "15.0\u00a0µs"
    end

    private

    def page(contents) = Site::ClientPage.new(contents, "ruby/dalli").to_s
  end

  class Site::LinesTest < Minitest::Test
    def test_comparable_lines_have_one_letter_in_all_series
      other = MadeSite.line([MadeSite.point(5, "dalli", "4.0.0", 1.0)], machine: "m2", machine_description: "Intel, 8 cores")
      get = MadeSite.track.then { |track| track.with(lines: [*track.lines, other]) }
      set = MadeSite.track(scenario: "client/set", definition: "d2")
      lines = Site::ClientPage::Lines.new([set, get])

      assert_equal %w[A B A], [*get.lines, *set.lines].map { |line| lines.name(line) }
      assert_equal [["A", "AMD EPYC, 2 cores; memcached 1.6.18; one-core; ruby 3.1.2"],
                    ["B", "Intel, 8 cores; memcached 1.6.18; one-core; ruby 3.1.2"]], lines.descriptions
    end

    def test_a_changed_definition_of_a_scenario_starts_another_line
      changed = MadeSite.line([MadeSite.point(5, "dalli", "4.0.0", 1.0)], definition: "d2")
      track = MadeSite.track.then { |one| one.with(lines: [*one.lines, changed]) }
      lines = Site::ClientPage::Lines.new([track])

      assert_equal %w[A A2], track.lines.map { |line| lines.name(line) }
      assert_equal ["A2", "as A, with another definition of the scenario"], lines.descriptions.last
    end
  end
end
