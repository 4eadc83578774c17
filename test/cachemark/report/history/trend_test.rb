# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class HistoryTrendTest < Minitest::Test
  SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/history.json"))
  TREND = Cachemark::Report::History::Trend

  def test_a_chart_has_each_point_and_says_a_release_where_it_changes
    lines = terminal([MadeTrend.trend]).lines(chomp: true)

    assert_includes lines, "dalli client/get"
    assert_includes lines, "AMD EPYC, 2 cores; memcached 1.6.18; one-core; ruby 3.1.2"
    rows = lines.grep(/^  2026/)

    assert_match(/\A  2026-01-01 00:00  4.2.0  20.00 us ± 1.0 %  2.00  -+o-+\z/, rows[0])
    assert_match(/\A  2026-01-02 00:00         20.00 us ± 1.0 %  2.00  -+o-+\z/, rows[1])
    assert_match(/\A  2026-01-03 00:00  4.3.0  23.00 us ± 1.0 %  2.30  +\| +-+o-+\z/, rows[2])
    assert_equal "> 4.2.0 -> 4.3.0: +15.0 % [14.0, 16.0] x socket", lines[lines.index(rows[2]) - 1]
  end

  def test_each_line_has_a_chart_of_its_own
    text = terminal([MadeTrend.trend(lines: [MadeTrend.line, MadeTrend.line([MadeTrend.point(5)], machine_description: "Xeon")])])

    assert_match(/^Xeon; .*\n  2026-01-06/, text)
  end

  def test_says_how_many_are_not_shown
    assert_match(/^  \.\.\. 37 earlier: --last 40 shows all$/, terminal([MadeTrend.trend(lines: [MadeTrend.line(count: 40)])]))
  end

  def test_a_change_without_a_new_release_names_none
    change = MadeTrend.change(from: MadeTrend.points[0], to: MadeTrend.points[1], metric: "wall_ns", effect: -0.2, interval: nil)

    assert_match(/^> -20.0 %$/, terminal([MadeTrend.trend(changes: [change])]))
  end

  def test_what_does_not_fit_is_left_out_and_nothing_is_wider
    [40, 60, 80, 200].each do |width|
      text = terminal([MadeTrend.trend], width: width)

      assert(text.lines.all? { |line| line.chomp.size <= [width, 45].max }, text)
    end
    refute_match(/--o--/, terminal([MadeTrend.trend], width: 50))
  end

  def test_points_without_interval_or_ratio_stand_too
    bare = MadeTrend.point(0, interval: nil, socket_ratio: nil)

    assert_match(/^  2026-01-01 00:00  4.2.0  20.00 us +o$/, terminal([MadeTrend.trend(lines: [MadeTrend.line([bare])])]))
  end

  def test_markdown_has_a_table_and_what_moved
    text = TREND::Markdown.new([MadeTrend.trend]).to_s

    assert_match(/\A## dalli client\/get\n\n- dalli 4.3.0 made client\/get slower: /, text)
    assert_includes text, "| 2026-01-03 00:00 | 4.3.0 | 23.00 us ± 1.0 % | 2.30 | entry-2 |"
  end

  def test_json_follows_its_schema_and_has_every_member
    document = JSON.parse(TREND::JSON.new([MadeTrend.trend]).to_s)
    series = document["series"].first

    assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
    members = { Trend: series, Line: series["lines"].first, Point: series["lines"].first["points"].first }
    members.each { |name, plain| assert_equal Cachemark::History.const_get(name).members.map(&:to_s).sort, plain.keys.sort }
  end

  private

  def terminal(trends, width: 100) = TREND::Terminal.new(trends, width: width).to_s
end
