# frozen_string_literal: true

require "test_helper"

class HistoryReportTest < Minitest::Test
  Series = Struct.new(:client, :options, :scenario, :mode)
  Place = Struct.new(:machine_description, :server, :placement, :conditions)
  HISTORY = Cachemark::Report::History

  def test_a_place_is_what_is_known_of_it
    assert_equal "AMD EPYC; memcached 1.6.18; one-core; ruby 3.1.2p20",
                 HISTORY.place(Place.new("AMD EPYC", "1.6.18", "one-core", ""), runtime: "ruby 3.1.2p20 (2022-04-12) [x86_64]")
    assert_equal "two-core; as published", HISTORY.place(Place.new(nil, "", "two-core", "as published"))
  end

  def test_a_series_is_called_as_it_is_asked_for
    assert_equal "dalli client/get", HISTORY.title(Series.new("ruby/dalli", "", "client/get", "sync"))
    assert_equal "python/pylibmc,binary=on client/get gevent-8",
                 HISTORY.title(Series.new("python/pylibmc", "binary=on", "client/get", "gevent-8"))
  end

  def test_a_time_has_no_seconds
    assert_equal "2026-11-22 07:41", HISTORY.time("2026-11-22T07:41:51Z")
  end
end

class HistoryListTest < Minitest::Test
  LIST = Cachemark::Report::History::List

  def test_a_terminal_has_records_by_where_they_were_measured
    there = MadeTrend.entry(machine_description: "Xeon", figures: 0, outcome: nil)
    text = LIST.text([MadeTrend.entry, there], "terminal", width: 100)

    assert_match(/^AMD EPYC, 2 cores; memcached 1.6.18; one-core\n2026-01-01 00:00  run +clients +12  complete  20260101T/, text)
    assert_match(/^Xeon; memcached 1.6.18; one-core\n2026-01-01 00:00  run +clients +not /, text)
    assert text.end_with?("\n2 records.\n")
  end

  def test_an_empty_history_says_how_to_begin_one
    assert_equal "No record is in the history yet: cachemark history add RECORD\n", LIST.text([], "terminal", width: 80)
  end
end

class HistoryTrendTest < Minitest::Test
  TREND = Cachemark::Report::History::Trend

  def test_a_chart_has_each_point_and_says_a_release_where_it_changes
    lines = terminal([MadeTrend.trend]).lines(chomp: true)

    assert_includes lines, "dalli client/get"
    assert_includes lines, "AMD EPYC, 2 cores; memcached 1.6.18; one-core; ruby 3.1.2"
    rows = lines.grep(/^  2026/)

    assert_match(/\A  2026-01-01 00:00  4.2.0  20.0 µs ± 1.0 %  2.00  -+o-+\z/, rows[0])
    assert_match(/\A  2026-01-02 00:00         20.0 µs ± 1.0 %  2.00  -+o-+\z/, rows[1])
    assert_match(/\A  2026-01-03 00:00  4.3.0  23.0 µs ± 1.0 %  2.30  +\| +-+o-+\z/, rows[2])
    assert_equal "> 4.2.0 -> 4.3.0: +15.0 % [14.0, 16.0] × socket", lines[lines.index(rows[2]) - 1]
  end

  def test_each_line_has_its_own_chart
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

  def test_draws_points_without_interval_or_ratio
    bare = MadeTrend.point(0, interval: nil, socket_ratio: nil)

    assert_match(/^  2026-01-01 00:00  4.2.0  20.0 µs +o$/, terminal([MadeTrend.trend(lines: [MadeTrend.line([bare])])]))
  end

  private

  def terminal(trends, width: 100) = TREND.text(trends, "terminal", width: width)
end

class HistoryChangesReportTest < Minitest::Test
  CHANGES = Cachemark::Report::History::Changes

  def test_a_release_that_did_it
    assert_equal "dalli 4.3.0 made client/get slower: +15.0 % [14.0, 16.0] compared with 4.2.0 (× socket, 2026-01-03).", sentence
  end

  def test_without_a_new_release_nothing_is_said_to_have_done_it
    assert_equal "dalli,protocol=meta became faster in client/get threads-4: -10.0 % compared with what 4.2.0 cost before " \
                 "(time per call, 2026-01-02).",
                 sentence(options: "protocol=meta", mode: "threads-4", metric: "wall_ns", effect: -0.1, interval: nil,
                          from: MadeTrend.points[0], to: MadeTrend.points[1])
  end

  def test_names_a_machine_that_changed_as_well
    assert_match(/\Adalli 4.3.0 was slower in client\/get: .*; the machine or memcached changed, too\.\z/,
                 sentence(carried: true))
  end

  def test_a_machine_that_did_it_is_not_the_client
    assert_match(/\Adalli became slower in client.get: .*; × socket did not change, so the cause is the machine, not the client/,
                 sentence(metric: "wall_ns", surroundings: true))
  end

  def test_prints_the_newest_change_first
    old = MadeTrend.change(scenario: "client/set", effect: -0.1, interval: nil)
    text = CHANGES.text(MadeTrend.review(changes: [old, MadeTrend.change]), "terminal", width: 200)

    assert_match(/\Adalli 4.3.0 made client\/get slower.*\ndalli 4.3.0 made client\/set faster/, text)
  end

  def test_prints_a_change_of_the_machine_once_for_several_series
    machine = [0.061, 0.068].map do |effect|
      MadeTrend.change(metric: "wall_ns", surroundings: true, effect: effect, interval: nil, scenario: "client/#{effect}")
    end
    text = CHANGES.text(MadeTrend.review(changes: [*machine, MadeTrend.change]), "terminal", width: 200)

    assert_equal ["dalli 4.3.0 made client/get slower: +15.0 % [14.0, 16.0] compared with 4.2.0 (× socket, 2026-01-03).",
                  "2 series became slower on 2026-01-03, by +6.1 % to +6.8 %; × socket did not change, so the cause is the " \
                  "machine, not the clients."], text.lines(chomp: true).first(2)
  end

  def test_says_that_nothing_moved
    review = MadeTrend.review(changes: [], since: "2026-01-02")

    assert_match(/\ANothing changed since 2026-01-02 in 3 series of 7 records\.\n/, CHANGES.text(review, "terminal", width: 80))
  end

  private

  def sentence(**members) = Cachemark::Report::History::Answer.change(MadeTrend.change(**members))
end
