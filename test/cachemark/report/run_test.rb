# frozen_string_literal: true

require "test_helper"
require "csv"

class RunReportTest < Minitest::Test
  extend Golden

  Run = Cachemark::Report::Run
  FAILURE = { "type" => "failure", "cell" => "c-dalli", "contender" => "dalli" }.freeze
  INVALID = { **FAILURE, "status" => "invalid", "reason" => "wrong" }.freeze
  NOT_OFFERED = { **FAILURE, "status" => "unavailable",
                  "reason" => "not offered by this client: fetch_locked (it is with protocol=meta)" }.freeze
  UNCOUNTED = { "type" => "event", "kind" => "uncounted", "cell" => "c-dalli", "metrics" => ["instructions"],
                "message" => "a script" }.freeze
  COSTS = { "socket" => 1_000, "a" => 3_000, "b" => 2_000, "c" => 8_000 }.freeze
  LATENCIES = { "latencies" => [((1..300).to_a * 4).pack("L<*")].pack("m0") }.freeze

  TEXTS = {
    "the answer, and a row with time, ratio and allocations" => -> { text },
    "all columns on request" => -> { text(MadeRecord.table, width: 200, all: true) },
    "all columns as markdown" => -> { text(MadeRecord.table, "markdown", all: true) },
    "clients are compared in each scenario and the fastest is first" => lambda do
      text(MadeRecord.table(contenders: %w[a b c]) { |contender, *| COSTS.fetch(contender) })
    end,
    "each contender has its published check" => -> { text(checked) },
    # A name of a suite is no contender.
    "the command of a check can be typed" => -> { text(checked("notation" => "b@1.0,ruby=/opt/ruby,jit=yjit")) },
    "a contender without any figures is listed once" => -> { text(half_measured) },
    "a narrow terminal drops the least needed columns" => -> { text(long_table, width: 80, all: true) },
    "the column to compare by does not fit" => -> { text(MadeRecord.table(contenders: %w[a b]), width: 25) },
    "stampedes have a table" => -> { text(MadeStampede.table) },
    "a row with stampedes but without a speed keeps them" => -> { text(MadeStampede.table(more: [INVALID])) },
    "a client without the call says so among the stampedes" => -> { text(MadeStampede.table(made: [], more: [NOT_OFFERED])) },
    "a row that cannot make stampedes keeps its time and says why" => lambda do
      text(MadeStampede.table(made: [], more: [MadeStampede::NONE]))
    end,
    "stampedes as CSV" => -> { text(MadeStampede.table, "csv") },
    "counts that were asked for are columns" => -> { text(MadeRecord.counted, width: 200) },
    "counts as CSV" => -> { text(MadeRecord.counted, "csv") },
    "a count that is missing has its reason" => -> { text(MadeRecord.counted([UNCOUNTED]), width: 200) },
    "the warm-up of a JIT as CSV" => -> { text(MadeRecord.table(more: MadeRecord::WARM_UPS), "csv") },
    "each footnote once by number" => lambda do
      table = MadeRecord.table(contenders: %w[a b])
      text(table.with(rows: table.rows.map { |row| row.with(footnotes: ["the same"]) }))
    end,
    "few ticks of the CPU are not noted without its column" => -> { text(MadeRecord.table, width: 60, all: true) },
    "a row without figures says why" => -> { text(MadeRecord.table(blocks: 0)) },
    "latencies have their own table" => -> { text(MadeRecord.table(block: LATENCIES)) },
    "why a figure is absent" => -> { text(unreported) },
    # The names of all their clients would fill the note.
    "languages without a figure are named once" => lambda do
      node = MadeRecord.table.listed.first.with(client: "node/memjs", contender: "memjs", allocations: nil)
      text(MadeRecord.table.then { |made| made.with(rows: [*made.rows, node]) })
    end,
    "markdown" => -> { text(MadeRecord.table(contenders: %w[dalli memcached]), "markdown") },
    "markdown with latencies" => -> { text(MadeRecord.table(block: LATENCIES), "markdown") }
  }.freeze
  golden "run", TEXTS

  def test_programs_get_the_figures_of_stampedes
    row, other = [MadeStampede.table, MadeStampede.table(made: [], more: [MadeStampede::NONE])].map do |table|
      JSON.parse(text(table, "json"))["rows"].first
    end

    assert_equal [3, 2, { "mean" => 2.0, "lowest" => 1, "highest" => 3 }, 1],
                 row["stampede"].values_at("workers", "expiries", "recomputations", "wrong")
    assert_equal ["ok", MadeStampede::REASON], [other["status"], other.dig("stampede", "lack")]
    assert_equal 5, CSV.parse(text(MadeStampede.table, "tidy")).flatten.compact.grep(/\Astampede_/).size
    assert_empty text(MadeRecord.table, "csv").scan(/stampede|warm_up/)
  end

  def test_programs_get_the_published_check
    assert_equal([300], JSON.parse(text(checked, "json"))["rows"].filter_map { |row| row.dig("checked", "of") })
  end

  def test_few_ticks_of_the_cpu_are_noted_in_a_page
    assert_includes text(MadeRecord.table, "html"), "the kernel counts ticks"
  end

  private

  def text(table = MadeRecord.table, format = "terminal", width: 120, **options)
    Run.text(table, format, width: width, **options)
  end

  def long_table
    table = MadeRecord.table(contenders: %w[dalli])
    table.with(rows: table.rows.map { |row| row.with(label: "dalli:big_read_multi:rails-localcache", section: "dalli") })
  end

  # Of two contenders, the first. `other` goes into the cell of the second.
  def checked(other = {})
    lines = MadeRecord.lines(contenders: %w[a b])
    lines.find { |line| line["cell"] == "c-a" }["checked"] = { "bad" => 3, "of" => 300, "on" => "2026-11-27" }
    lines.find { |line| line["cell"] == "c-b" }.update(other)
    Said::Table.of(Cachemark::Record.from_lines(lines))
  end

  # The second of two contenders has no block in either scenario.
  def half_measured
    lines = MadeRecord.lines(contenders: %w[a b])
    lines += lines.select { |line| line["cell"] }.map do |line|
      line.merge("cell" => "2#{line["cell"]}", "scenario" => "client/get", "label" => "x")
    end
    Said::Table.of(Cachemark::Record.from_lines(lines.reject { |line| line["of"] == "block" && line["cell"].end_with?("c-b") }))
  end

  # Without the figures that a runtime may lack, and with few latencies.
  def unreported
    lines = MadeRecord.lines(block: { "latencies" => [([5_000] * 300).pack("L<*")].pack("m0") }).map do |line|
      line["cell"] == "c-dalli" && line["of"] == "block" ? line.merge("allocations" => nil, "gc_ns" => nil) : line
    end
    Said::Table.of(Cachemark::Record.from_lines(lines))
  end
end

# The text of the page of a run. HTMLTest shows that the page works.
class RunPageTest < Minitest::Test
  def html = Cachemark::Report::Run.text(Said::Table.of(record), "html", record: record).tr("\u00a0", " ")

  def record = @record ||= MadePages.run

  def test_a_row_leads_to_how_it_is_repeated
    assert_includes html, %(<a href="#repeat-1" aria-label="how to repeat dalli:set">how</a>)
    assert_match(%r{<tr id="repeat-1">.*?<code>cachemark run --with locked=/somewhere/run.jsonl dalli --scenario client/set</c}m,
                 html.gsub(%r{</?span>}, ""))
  end

  def test_quotes_words_that_a_shell_would_expand
    row = MadeRecord.row(contender: "it's $HOME", label: "x")
    repeats = Cachemark::Report::Repeats.new([row], ["run"]) { |one| ["run", one.contender, "dalli,binary=on"] }

    assert_includes repeats.parts.last.columns.last.text(row), %q(cachemark run 'it'\''s $HOME' dalli,binary=on)
  end

  def test_it_says_where_it_comes_from
    origin = html[/<h2 id="origin">.*/m]

    ["AMD EPYC", "memcached 1.6.18", "2026-11-21T10:00:00Z", "0.1.0", "<code>cachemark run</code>", "<code>run.jsonl</code>",
     "placement one-core", "ruby 3.1.2"].each { |fact| assert_includes origin, fact }
  end

  def test_every_figure_names_its_meaning_and_its_samples
    assert_includes html, "measured in the same rounds, with its 95 % interval.\n" \
                          "dalli, dalli:set: 8 fresh processes, 24 blocks, 2,400 iterations of 3 calls"
  end

  def test_a_row_without_a_speed_says_why
    table = Said::Table.of(record)
    rows = table.rows.map { |row| row.with(status: "invalid", reason: "wrong value for k1", wall_ns: nil) }
    html = Cachemark::Report::Run.text(table.with(rows: rows), "html")

    assert_match(%r{<span class="tell status"[^>]*>invalid</span><span[^>]*>invalid: wrong value for k1\n}, html)
  end

  def test_figures_that_only_a_chart_has_are_there_as_text
    unfolded = html.scan(%r{<details class="figures">.*?</details>}m)

    assert_equal ["Distribution over processes", "Over time inside the run"], unfolded.map { |one| one[/chart: (.*?)</, 1] }
    assert_equal 8, unfolded.first[%r{<th scope="row">dalli client/set sync</th>(.*?)</td>}, 1].scan(/2\.0\d µs/).size
    assert_match(/\d s [+-]\d\.\d %/, unfolded.last)
  end
end

class ReportJSONTest < Minitest::Test
  def test_a_record_after_1_0_says_what_its_times_mean
    sparse = ->(block) { block["generation"] == 3 ? { "batches" => [15_000] * 2 + [17_000] * 18 } : {} }
    document = document(MadeRecord.table(method: 2, block: sparse))
    row = document["rows"].first

    assert_equal [2, 2_000.0, 1], [document["method"], row["without_gc_ns"].round(3), row["left_out"]]
    first = document(MadeRecord.table)
    assert_equal 1, first["method"]
    assert_empty first["rows"].first.keys & %w[without_gc_ns left_out]
  end

  def test_a_count_has_its_unit_and_its_direction
    assert_equal({ "value" => 1.0, "unit" => "system calls per call", "better" => "less" },
                 document(MadeRecord.counted)["rows"].first["counts"]["writes"])
    refute_includes document(MadeRecord.table)["rows"].first.keys, "counts"
  end

  def test_a_row_under_a_jit_has_its_warm_up
    table = MadeRecord.table(more: MadeRecord::WARM_UPS)

    assert_equal({ "processes" => 2, "settled" => 1, "median_s" => 1.6, "longest_s" => 3.0, "compiled_bytes" => 310_400 },
                 document(table)["rows"].first["warm_up"])
    refute_includes document(MadeRecord.table)["rows"].first.keys, "warm_up"
  end

  def test_a_row_with_a_pool_has_its_waits
    line = { **Line["pool"], "cell" => "c-dalli", "process" => "p-dalli-0", "size" => 1, "waited" => 1, "timeouts" => 0,
             "waits" => [[100, 200].pack("L<*")].pack("m0") }
    table = MadeRecord.table(more: [line])

    assert_equal({ "size" => 1, "pools" => 1, "calls" => 2, "waited" => 0.5, "timeouts" => 0, "mean_ns" => 150.0, "p50_ns" => nil,
                   "p99_ns" => nil, "max_ns" => 200 }, document(table)["rows"].first["pool"])
    refute_includes document(MadeRecord.table)["rows"].first.keys, "pool"
  end

  private

  def document(table) = JSON.parse(Cachemark::Report::Run.text(table, "json"))
end

module Cachemark
  class Report::TidyTest < Minitest::Test
    def test_a_count_is_a_figure_with_its_unit
      line = read(MadeRecord.counted).find { |one| one["figure"] == "instructions" }

      assert_equal ["instructions/call", "79086.0"], line.values_at("unit", "value")
    end

    def test_a_line_is_one_figure_of_one_row
      lines = read(MadeRecord.table(contenders: %w[dalli memcached]))

      assert_equal lines.size, lines.map { |line| line.values_at("contender", "scenario", "mode", "figure") }.uniq.size
      wall = lines.find { |line| line.values_at("contender", "figure") == %w[dalli wall_ns] }
      assert_equal %w[ns/call 2026-11-21T10:00:00Z clients 1.6.18], wall.values_at("unit", "started_at", "suite", "server")
      assert_in_delta 2_000, wall["value"].to_f, 1e-6
      assert_operator wall["low"].to_f, :<=, wall["value"].to_f
      assert_operator wall["high"].to_f, :>=, wall["value"].to_f
    end

    def test_every_figure_of_a_row_has_a_unit
      left_out = %i[label section shown footnotes versions file digest calls iterations processes blocks interval
                    socket_ratio_interval limit_ratio_interval latencies in_flight pool warm_up reached identical counts server
                    network dimensions hit_ratio stampede vs_fastest certain checked] + Report::Run::Data::IDENTITY

      assert_equal Stats::Row.members - left_out, Report::Run::Data::UNITS.keys
    end

    private

    def read(table) = ::CSV.parse(Report::Run.text(table, "tidy"), headers: true).each.to_a
  end

  class Report::Run::AnswerTest < Minitest::Test
    # What is said of these rows.
    def test_the_answer
      early = row("a", "get", 10, interval: nil, processes: 3)
      wide = ->(name, scenario, us) { row(name, scenario, us, interval: [us * 500.0, us * 2000.0]) }
      wins = %w[1 2 3].flat_map { |name| [fastest("a", name, 10), row("b", name, 20)] }
      many = %w[a b c d].permutation(2).map { |winner, name| row(name, winner, 20) } +
             %w[a b c d].map { |winner| fastest(winner, winner, 10) }
      twins = { "a" => 10, "b" => 10.1, "c" => 20 }.map do |name, us|
        row(name, "get", us, identical: { "a" => ["b"], "b" => ["a"] }.fetch(name, []), vs_fastest: us / 10.0,
                             certain: name == "a")
      end
      {
        "b is the fastest in 2 of 3 scenarios (the next client takes 100 % to 200 % longer); " \
        "no client is significantly fastest in 1." =>
          [row("a", "get", 20), fastest("b", "get", 10), row("a", "set", 30), fastest("b", "set", 10), row("a", "mixed", 10.1),
           row("b", "mixed", 10)],
        # Winners are sorted by their wins, and many are counted.
        "a is the fastest in 3 of 4 scenarios (the next client takes 100 % longer); b in 1 (100 % longer)." =>
          [*wins, row("a", "4", 20), fastest("b", "4", 10)],
        "a is the fastest in 1 of 4 scenarios (the next client takes 100 % longer); b in 1 (100 % longer); " \
        "c in 1 (100 % longer); others in 1." => many,
        # Without intervals it is too early.
        "It is too early to name the fastest client in 1 scenario: 3 of the 6 processes that an interval needs." =>
          [early, row("b", "get", 20)],
        "b is the fastest in 1 of 2 scenarios (the next client takes 100 % longer); it is too early to tell in 1 " \
        "(3 of the 6 processes that an interval needs)." =>
          [early, row("b", "get", 20), row("a", "set", 20), fastest("b", "set", 10)],
        "a takes 10.0 µs a call in 1 scenario (too early to be sure: 3 of the 6 processes that an interval needs)." => [early],
        # Wide intervals leave a scenario unresolved. Of a lone client, the figure that is shown counts.
        "No client is significantly fastest in 1 scenario (unresolved: known to no better than ± 50 %)." =>
          [wide["a", "get", 10], row("b", "get", 11)],
        "No client is significantly fastest in any of 2 scenarios (1 unresolved: known to no better than ± 50 %)." =>
          [wide["a", "get", 10], row("b", "get", 11), row("a", "set", 10), row("b", "set", 10)],
        "b is the fastest in 1 of 1 scenario (how much longer the next client takes is unresolved)." =>
          [wide["a", "get", 40], fastest("b", "get", 11)],
        "a takes 10.0 µs a call in 1 scenario (unresolved: ± 100 %)." => [wide["a", "get", 10]],
        "a takes 10.0 µs a call in 2 scenarios (1 of them unresolved: ± 100 %)." => [wide["a", "get", 10], row("a", "set", 10)],
        "a costs 2.00 × socket in 1 scenario." =>
          [row("a", "get", 10, interval: [5_000.0, 20_000.0], socket_ratio: 2.0, socket_ratio_interval: [1.9, 2.1])],
        # The reference does not compete. Alone it has its time.
        "a costs 1.50 to 4.00 × socket in 2 scenarios." =>
          [row("a", "get", 15, socket_ratio: 1.5), row("a", "set", 40, socket_ratio: 4.0), row("socket", "get", 10)],
        "socket takes 10.0 to 12.5 µs a call in 2 scenarios." =>
          [row("socket", "get", 10, socket_ratio: 1.0), row("socket", "set", 12.5, socket_ratio: 1.0)],
        "a takes 10.0 µs a call in 2 scenarios and modes." => [row("a", "get", 10), row("a", "get", 10, mode: "threads-4")],
        "a takes 10.0 µs a call in 1 scenario; 1 of 2 rows has no figures." =>
          [row("a", "get", 10), row("b", "get", 10, status: "invalid")],
        "1 of 1 row has no figures." => [row("b", "get", 10, status: "failed")], "Nothing was measured." => [],
        "Ruby: a is the fastest in 1 of 1 scenario (the next client takes 100 % longer). " \
        "Python: c takes 15.0 µs a call in 1 scenario." =>
          [fastest("a", "get", 10), row("b", "get", 20), row("c", "get", 15, client: "python/c")],
        # Identical contenders are one client.
        "a and b are the fastest in 1 of 1 scenario (the next client takes 98 % longer)." => twins,
        "a takes 10.0 µs a call in 1 scenario, b takes 10.1 µs a call in 1 scenario." => twins.first(2)
      }.each { |answer, rows| assert_equal answer, said(*rows) }
    end

    private

    def said(*rows)
      Report::Run::Answer.of(rows.group_by(&:language).transform_values { |own| Stats::Table::Summary.of(own) }).join(" ")
    end

    def fastest(*words) = row(*words, vs_fastest: 1.0, certain: true)

    def row(contender, scenario, wall_us, **more)
      ns = wall_us * 1000.0
      MadeRecord.row(contender: contender, scenario: scenario, wall_ns: ns,
                     **{ client: "ruby/#{contender}", interval: [ns * 0.98, ns * 1.02], **more })
    end
  end
end
