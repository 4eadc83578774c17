# frozen_string_literal: true

require "test_helper"

# The figures that charts get, and nothing else. HTMLTest shows that they can be drawn.
class ChartsTest < Minitest::Test
  HTML = Cachemark::Report::HTML
  Charts = HTML::Charts

  def test_costs_are_dots_with_intervals_in_one_unit
    chart = Charts::Costs.time(rows, Charts::Cells.new(rows))

    assert_equal [["set", "a", 2.0, 1.9, 2.1], ["set", "b", 4.0, 4.0, 4.0]],
                 values(chart).map { |point| point.values_at(:group, :name, :at, :low, :high) }
    assert_equal "µs per call", chart.spec.dig(:layer, 0, :encoding, :x, :title)
  end

  def test_harness_overhead_is_no_row_among_others
    all = [*rows, row(contender: "null", client: "ruby/null", wall_ns: 8.0)]

    refute_includes values(Charts::Costs.time(all, Charts::Cells.new(all))).map { |point| point[:name] }, "null"
  end

  def test_identical_configurations_are_one_entry_and_references_are_labelled
    identical = [row(contender: "a", identical: ["b"], wall_ns: 2.0), row(contender: "b", identical: ["a"], wall_ns: 2.1)]
    reference = row(contender: "socket", client: "ruby/socket", shown: false, wall_ns: 1.0)
    table = Cachemark::Stats::Table.new(run: {}, rows: [*identical, reference])

    assert_equal [["socket (reference)", true], ["a =\nb", false]],
                 values(Charts.draw(Cachemark::Report::Part::Chart.new(kind: :time, of: table)))
                   .sort_by { |point| point[:at] }.map { |point| point.values_at(:name, :reference) }
  end

  def test_an_axis_is_logarithmic_where_figures_lie_far_apart
    far = [row(wall_ns: 1_000.0), row(contender: "b", wall_ns: 90_000.0)]

    assert_equal %w[linear log], [rows, far].map { |all| Charts::Costs.time(all, Charts::Cells.new(all)).spec.dig(:usermeta, :scales) }
  end

  def test_labels_of_an_axis_keep_apart
    assert_operator Charts::Spec.figures("at", "µs")[:axis][:labelSeparation], :>, 0
  end

  def test_two_scenarios_of_one_label_are_two_groups
    all = [row(wall_ns: 1.0), row(scenario: "store/set", wall_ns: 2.0),
           row(scenario: "store/set", mode: "threads-4", wall_ns: 2.0)]
    chart = Charts::Costs.time(all, Charts::Cells.new(all))

    assert_equal ["client/set:sync", "store/set:sync", "store/set:threads-4"], values(chart).map { |point| point[:group] }
    assert_equal 2, chart.spec[:columns]
  end

  def test_the_chart_of_ratios_needs_a_row_other_than_socket
    reference = [row(contender: "socket", client: "ruby/socket", socket_ratio: 1.0, socket_ratio_interval: [1, 1])]

    assert_nil Charts::Costs.ratio(reference, Charts::Cells.new(reference))
  end

  def test_the_spread_of_the_processes_is_next_to_their_row
    samples = [95.0, 105.0].map do |ns|
      Cachemark::Stats::Table::Sample.new(contender: "a", scenario: "client/set", mode: "sync", process: "p", iterations: 1,
                                          wall_ns: ns)
    end
    one = [row(wall_ns: 100.0)]

    assert_equal [-5.0, 5.0], values(Charts::Steadiness.spread(one, samples, Charts::Cells.new(one))).map { |point| point[:at] }
    assert_nil Charts::Steadiness.spread(one, samples.first(1), Charts::Cells.new(one))
  end

  def test_a_forest_has_the_changes_over_the_band_of_the_margin
    chart = Charts::Changes.forest(MadeVerdicts.comparison.verdicts, 0.02)

    assert_equal [4.1, -2.3, 0.02, 0.4], values(chart).map { |point| point[:at] }
    assert_equal({ "x" => { datum: -2.0 }, "x2" => { datum: 2.0 } }, chart.spec.dig(:layer, 0, :encoding))
    assert_equal %w[slower faster same unresolved], chart.spec.dig(:layer, 3, :encoding, :color, :scale, :domain)
  end

  def test_an_infinite_change_is_no_dot
    assert_nil Charts::Changes.forest([MadeVerdicts.slower(effect: Float::INFINITY)], 0.01)
    wide = Charts::Changes.forest([MadeVerdicts.slower(interval: [0.1, Float::INFINITY])], 0.01)

    assert_equal [4.1, 4.1], values(wide).first.values_at(:low, :high)
  end

  def test_steps_are_in_the_order_of_the_range_and_show_the_found_one
    chart = Charts::Changes.steps(MadeSteps.steps)

    assert_equal [["3.0.0", false], ["3.0.2", false], ["3.0.3", true], ["3.0.5", false], ["3.0.9", false]],
                 values(chart).map { |point| point.values_at(:name, :found) }
  end

  def test_the_chart_of_steps_says_which_versions_were_not_measured
    all = MadeSteps.steps(effects: { 0 => 0.0, 1 => 0.001 }, found: [], skipped: [])

    assert_match(/evenly. Not measured: 1 between 3.0.0 and 3.0.2, 3 between 3.0.5 and 3.0.9\.\z/,
                 Charts::Changes.steps(MadeSteps.steps).words)
    refute_match(/Not measured/, Charts::Changes.steps(all).words)
  end

  def test_one_extreme_pair_does_not_flatten_the_others
    chart = pairs { |arm| 1_000 * (arm.noise || arm.arm == "baseline" || arm.pair != 3 ? 1 : 1.5) }
    beyond, others = values(chart).partition { |point| point[:beyond] }

    assert_equal 1, beyond.size
    assert_operator beyond.first[:off], :>, 40
    assert_operator beyond.first[:drawn], :<, 5
    assert_equal(others.map { |point| point[:off] }, others.map { |point| point[:drawn] })
    assert_match(/A triangle is a pair beyond the axis/, chart.words)
    assert_match(/ s \+[45]\d\.\d\d %/, chart.figures.first.last)
    refute_match(/triangle/, pairs { 1_000 }.words)
  end

  def test_rates_have_a_median_and_a_p99_under_the_limit
    table = MadePages.rates
    chart = Charts::Curves.rates(table, Charts::Cells.new(table.listed))

    assert_equal [[1_000, "p50"], [1_000, "p99"], [2_000, "p50"], [2_000, "p99"]],
                 values(chart).map { |point| point.values_at(:rate, :percentile) }
    assert_match(/dotted line is the limit/, chart.words)
  end

  def test_an_outage_has_the_mean_outcomes_of_all_runs_in_each_100_ms
    runs = [[{ at: 3 }, { at: 3.05, code: MadeOutage::ERROR }], [{ at: 3 }, { at: 3.05 }]]
    chart = Charts::Outages.outcomes(MadeOutage.outage(runs))

    assert_equal [[3.0, 3.1, "ok", 1.5], [3.0, 3.1, "error", 0.5]],
                 values(chart).map { |point| point.values_at(:at, :end, :outcome, :calls) }
    assert_equal %w[ok error], chart.spec.dig(:layer, 0, :encoding, :color, :scale, :domain)
  end

  def test_a_long_outage_has_no_more_bars_than_can_be_seen
    calls = Array.new(900) { |at| { at: at / 10.0 } }
    spans = values(Charts::Outages.outcomes(MadeOutage.outage([calls], options: { "for_s" => 90.0 })))

    assert_equal [180, 5.0], [spans.size, spans.first[:calls]]
    assert_equal [0.0, 0.5], spans.first.values_at(:at, :end)
  end

  def test_an_outage_marks_when_its_incident_began_and_ended
    marks = [{}, { "incident" => "stop", "end_s" => 5.0 }].map do |options|
      chart = Charts::Outages.latencies(MadeOutage.outage([[{ at: 1 }]], options: options))
      chart.spec[:layer].filter_map { |layer| layer.dig(:encoding, :x, :datum) }
    end

    assert_equal [[2.0], [2.0, 5.0]], marks
  end

  def test_an_outage_without_runs_has_no_charts
    outage = MadeOutage.outage([[{ at: 1 }]]).then { |made| made.with(rows: made.rows.map { |row| row.with(runs: []) }) }

    assert_nil Charts::Outages.outcomes(outage)
    assert_nil Charts::Outages.latencies(outage)
  end

  MOVE = { group: "get", time: "2026-01-01T10:00:00Z", move: "slower", text: "slower" }.freeze
  TEXTS = { id: "it", title: "Title", words: "Words", axis: "× socket" }.freeze

  def test_a_trend_has_a_panel_for_each_series_and_a_colour_for_each_line
    spec = Charts::Curves.trend(points: [dot("get"), dot("set")], moves: [MOVE], **TEXTS).spec

    assert_equal %w[get set], spec.dig(:facet, :sort)
    assert_equal %w[rule line rule point], spec.dig(:spec, :layer).map { |layer| layer.dig(:mark, :type) }
    assert_equal %w[datum.move !datum.move], spec.dig(:spec, :layer).map { |layer| layer.dig(:transform, 0, :filter) }.uniq
    assert_equal "line", spec.dig(:spec, :layer, 1, :encoding, :color, :field)
    assert_includes spec.dig(:data, :values), MOVE
  end

  def test_releases_keep_their_order_and_one_dot_is_no_chart
    chart = Charts::Curves.releases(points: [dot("get")] * 2, versions: %w[9.0 10.0], **TEXTS)

    assert_equal %w[9.0 10.0], chart.spec.dig(:layer, 1, :encoding, :x, :sort)
    assert_nil Charts::Curves.trend(points: [dot("get")], moves: [], **TEXTS)
    assert_nil Charts.estimates(points: [], **TEXTS)
  end

  def test_a_name_that_is_alone_is_next_to_its_dot_on_the_side_with_more_room
    assert_equal({ "dalli 5.3.2" => ["right", 40.0], "memcached 1.8.0" => ["left", 10.0] },
                 places("dalli 5.3.2" => [17.0, 40], "memcached 1.8.0" => [22.0, 10]))
  end

  def test_a_name_moves_until_it_covers_neither_a_name_nor_a_dot
    found = places("pymemcache" => [20.0, 1], "pymemcache, tcp_nodelay=on" => [20.4, 1], "pymemcache, pool=on" => [20.4, 2],
                   "pylibmc" => [24.0, 60])
    levels = found.values_at("pymemcache", "pymemcache, tcp_nodelay=on", "pymemcache, pool=on").map(&:last)

    assert_operator levels.sort.each_cons(2).map { |lower, upper| upper - lower }.min, :>=, (15 * 60 / 260.0) - 0.5
    assert_operator levels.first, :>, 1
  end

  def test_entries_without_bad_outcomes_or_with_one_time_have_places_too
    found = places("dalli 5.3.2" => [20.0, 0], "memcached 1.8.0" => [20.0, 0])

    assert_equal ["right", 0.0], found["dalli 5.3.2"]
    assert_operator found["memcached 1.8.0"].last, :>, 0
  end

  private

  def dot(group)
    { group: group, line: "A", time: "2026-01-01T10:00:00Z", version: "9.0", at: 1.2, low: 1.1, high: 1.3, text: "" }
  end

  # {name => [µs, bad outcomes]} of points to {name => [side, level]}.
  def places(points)
    points = points.map { |name, (at, bad)| { name: name, at: at, low: at, high: at, bad: bad, best: true } }
    chart = Charts::Choice.of(id: "choice", title: "Title", words: "Words", points: points)
    values(chart).to_h { |point| [point[:name], point.values_at(:side, :level)] }
  end

  def pairs(&cost)
    record = MadeComparison.of(scenarios: %w[client/get], pairs: 20, &cost)
    Charts::Changes.pairs(Cachemark::Report::Sentences.in(Cachemark::Stats::Comparison.of(record)).verdicts, record, 0.01)
  end

  def rows = [row(wall_ns: 2_000.0, interval: [1_900.0, 2_100.0]), row(contender: "b", wall_ns: 4_000.0)]
  def row(**members) = MadeRecord.row(label: "#{members.fetch(:contender, "a")}:set", **members)
  def values(chart) = chart.spec.dig(:data, :values)
end
