# frozen_string_literal: true

require "test_helper"
require "csv"

class RunTerminalTest < Minitest::Test
  def test_says_first_what_to_read_first
    lines = text(MadeRecord.table).lines

    assert_equal ["Clients\n", "dalli costs 2.00 × socket in 1 scenario.\n"], lines.first(2)
    assert_match(/\ATime per call, lower is better/, lines[3])
  end

  def test_a_row_has_time_speed_ratio_and_allocations
    text = text(MadeRecord.table, width: 100)

    assert_match(/^ +time per call +× socket +objects$/, text)
    assert_match(/^set\ndalli 1\.0 +2\.00 µs ± 0\.0 % +2\.00 \[1\.99, 2\.01\] +3\.00$/, text)
  end

  def test_clients_are_compared_in_each_scenario_and_the_fastest_is_first
    costs = { "socket" => 1_000, "a" => 3_000, "b" => 2_000, "c" => 8_000 }
    text = text(MadeRecord.table(contenders: %w[a b c]) { |contender, *| costs.fetch(contender) })

    assert_match(/^ +time per call +vs fastest +× socket/, text)
    assert_match(/^set\nb 1\.0 .* fastest .*\na 1\.0 .* 1\.50 × slower .*\nc 1\.0 .* 4\.00 × slower /, text)
  end

  def test_each_contender_has_its_published_check
    lines = MadeRecord.lines(contenders: %w[a b])
    lines.find { |line| line["cell"] == "c-a" }["checked"] = { "bad" => 3, "of" => 300, "on" => "2026-11-27" }
    table = Said::Table.of(Cachemark::Record.from_lines(lines))
    text = text(table, width: 160)

    assert_match(/^a 1\.0 .* 3 of 300 bad$/, text)
    assert_match(/^b 1\.0 .* not checked$/, text)
    assert_match(/^Note: check: the published cases .* \(2026-11-27\)$/, text)
    assert_match(/^Note: not checked: cachemark check b@1\.0$/, text)
    rows = JSON.parse(Cachemark::Report::Run.text(table, "json"))["rows"]
    assert_equal([300], rows.filter_map { |row| row.dig("checked", "of") })
    refute_includes text(MadeRecord.table), "check"
  end

  # A name of a suite is no contender.
  def test_the_command_of_a_check_can_be_typed
    lines = MadeRecord.lines(contenders: %w[a b])
    lines.find { |line| line["cell"] == "c-a" }["checked"] = { "bad" => 3, "of" => 300, "on" => "2026-11-27" }
    lines.select { |line| line["cell"] == "c-b" }.each do |line|
      line["notation"] = "b@1.0,ruby=/opt/ruby,jit=yjit" if line["type"] == "cell"
    end
    text = text(Said::Table.of(Cachemark::Record.from_lines(lines)), width: 160)

    assert_match(/^Note: not checked: cachemark check b@1\.0,ruby=\d+\.\d+\.\d+,jit=yjit$/, text)
  end

  def test_all_columns_are_shown_on_request
    main, all = [false, true].map { |all| text(MadeRecord.table, width: 200, all: all) }

    refute_match(/calls|disturbance|GC$/, main[/^.*per call.*$/])
    assert_match(%r{calls/s +disturbance +cpu +GC}, all)
    assert_includes Cachemark::Report::Run.text(MadeRecord.table, "markdown", all: true), "| calls/s |"
  end

  def test_a_contender_without_any_figures_is_listed_once
    lines = MadeRecord.lines(contenders: %w[a b])
    lines += lines.select { |line| line["cell"] }.map do |line|
      line.merge("cell" => "2#{line["cell"]}", "scenario" => "client/get", "label" => "x")
    end
    lines.reject! { |line| line["of"] == "block" && line["cell"].end_with?("c-b") }
    text = text(Said::Table.of(Cachemark::Record.from_lines(lines)))

    assert_equal 1, text.scan(/^b 1\.0 +failed +1$/).size
    assert_equal 2, text.scan(/^a 1\.0 /).size
    assert_match(/^not measured\nb 1\.0/, text)
  end

  def test_a_narrow_terminal_drops_the_least_needed_columns
    assert_match(/objects.*cpu/, text(long_table, width: 200, all: true))

    narrow = text(long_table, width: 80, all: true)
    refute_match(/cpu/, narrow)
    assert_match(/per call.*× socket/, narrow)
  end

  def test_notes_that_the_column_to_compare_by_does_not_fit
    table = MadeRecord.table(contenders: %w[a b])

    assert_match(/^Note: no room for vs\s+fastest/, text(table, width: 25))
    refute_match(/no room/, text(MadeRecord.table, width: 80))
  end

  def test_stampedes_have_a_table
    text = text(stampedes, width: 160)

    assert_match(/^contender +workers +expiries +recomputations +p50 of others +p99 +max +stale +wrong$/, text)
    assert_match(/^dalli +set +3 +2 +2\.0 \(1 to 3\) +1\.00 ms +0 +1 of 6$/, text)
    assert_match(/^In a stampede, all workers ask .* takes 50 ms/, text)
    refute_match(/stampede/i, text(MadeRecord.table))
  end

  def test_a_row_with_stampedes_but_without_a_speed_keeps_them
    failure = { "type" => "failure", "cell" => "c-dalli", "contender" => "dalli", "status" => "invalid", "reason" => "wrong" }

    assert_match(/^dalli +set +3 +2 +2\.0 \(1 to 3\) /, text(stampedes(more: [failure]), width: 160))
  end

  def test_a_client_without_the_call_says_so_among_the_stampedes
    reason = "not offered by this client: fetch_locked (it is with protocol=meta)"
    failure = { "type" => "failure", "cell" => "c-dalli", "contender" => "dalli", "status" => "unavailable", "reason" => reason }

    assert_match(/^dalli +set +3 +not offered$/, text(stampedes(made: [], more: [failure]), width: 160).gsub(/ +$/, ""))
  end

  def test_a_row_that_cannot_make_stampedes_keeps_its_time_and_says_why
    reason = MadeStampede::REASON
    table = stampedes(made: [], more: [MadeStampede::NONE])
    text = text(table, width: 160).gsub(/ +$/, "")
    row = JSON.parse(Cachemark::Report::Run.text(table, "json"))["rows"].first

    assert_match(/^dalli 1\.0 +2\.00 µs .* 1$/, text)
    assert_match(/^dalli +set +3 +not offered$/, text)
    assert_match(/^1  its stampedes could not be measured: #{reason}$/, text)
    assert_equal ["ok", reason], [row["status"], row.dig("stampede", "lack")]
  end

  def test_programs_get_the_figures_of_stampedes
    table = stampedes
    json, csv, tidy = %w[json csv tidy].map { |format| Cachemark::Report::Run.text(table, format) }
    row = JSON.parse(json)["rows"].first
    line = CSV.parse(csv, headers: true).first

    assert_equal [3, 2, { "mean" => 2.0, "lowest" => 1, "highest" => 3 }, 1],
                 row["stampede"].values_at("workers", "expiries", "recomputations", "wrong")
    assert_equal %w[2.0 1 3 1000000 1],
                 line.values_at(*%w[recomputations recomputations_low recomputations_high others_max_ns wrong]
                   .map { |name| "stampede_#{name}" })
    assert_equal 5, CSV.parse(tidy).flatten.compact.grep(/\Astampede_/).size
    refute_includes Cachemark::Report::Run.text(MadeRecord.table, "csv"), "stampede"
  end

  def test_counts_that_were_asked_for_are_columns
    text = text(MadeRecord.counted, width: 200)

    assert_match(/objects.*instructions +writes/, text)
    assert_match(/^dalli .* 79,?086 +1\.00/, text)
    refute_match(/system_calls|reads/, text)
  end

  def test_a_count_that_is_missing_has_its_reason
    event = { "type" => "event", "kind" => "uncounted", "cell" => "c-dalli", "metrics" => ["instructions"],
              "message" => "a script" }

    assert_match(/^Note: instructions of dalli not counted: a script$/, text(MadeRecord.counted([event]), width: 200))
  end

  def test_prints_each_footnote_once_by_number
    table = MadeRecord.table(contenders: %w[a b])
    text = text(table.with(rows: table.rows.map { |row| row.with(footnotes: ["the same"]) }))

    assert_equal 1, text.scan("1  the same").size
    assert_equal 2, text.scan(/^[ab] 1\.0 .* 1$/).size
  end

  def test_few_ticks_of_the_cpu_are_noted_only_where_its_column_is_shown
    said = /^Note: cpu of 1 of 1 row is imprecise: user and system from less than 1 s of CPU: the kernel counts ticks$/
    wide, narrow = [120, 60].map { |width| text(MadeRecord.table, width: width, all: true) }

    assert_match(said, wide)
    [narrow, text(MadeRecord.table, width: 120)].each { |text| refute_includes text, "ticks" }
    assert_includes Cachemark::Report::Run.text(MadeRecord.table, "html"), "the kernel counts ticks"
  end

  def test_a_row_without_figures_says_why
    text = text(MadeRecord.table(blocks: 0))

    assert_match(/^set\ndalli 1\.0 +failed/, text)
    assert_match(/failed: not measured before the run ended/, text)
  end

  def test_latencies_have_their_own_table
    sample = [((1..300).to_a * 4).pack("L<*")].pack("m0")

    assert_match(/^dalli 1\.0 +28,800 +150 ns/, text(MadeRecord.table(block: { "latencies" => sample }), width: 120))
    refute_match(/p99/, text(MadeRecord.table))
  end

  def test_says_why_a_figure_is_absent
    lines = MadeRecord.of(block: { "latencies" => [([5_000] * 300).pack("L<*")].pack("m0") }).lines.map do |line|
      line["cell"] == "c-dalli" && line["of"] == "block" ? line.merge("allocations" => nil, "gc_ns" => nil) : line
    end
    record = Cachemark::Record.from_lines(lines)
    table = Cachemark::Report::Sentences.in(Cachemark::Stats::Table.of(record))
    text = Cachemark::Report::Run.text(table, "terminal", width: 120)

    assert_match(/^Note: no objects or GC of dalli: not reported by the runtime$/, text)
    assert_match(/^Latency of single calls.*; a percentile is shown only if ten calls took longer\.$/, text)
    refute_match(/not reported/, Cachemark::Report::Run.text(MadeRecord.table, "terminal", width: 120))
  end

  # The names of all their clients would fill the note.
  def test_languages_without_a_figure_are_named_once
    node = MadeRecord.table.listed.first.with(client: "node/memjs", contender: "memjs", allocations: nil)
    table = MadeRecord.table.then { |made| made.with(rows: [*made.rows, node]) }

    assert_match(/^Note: no objects of Node\.js: not reported by the runtime$/,
                 Cachemark::Report::Run.text(table, "terminal", width: 120))
  end

  private

  def stampedes(...) = MadeStampede.table(...)

  def text(table, **options) = Cachemark::Report::Run.text(table, "terminal", **options)

  def long_table
    table = MadeRecord.table(contenders: %w[dalli])
    rows = table.rows.map { |row| row.with(label: "dalli:big_read_multi:rails-localcache", section: "dalli") }
    table.with(rows: rows)
  end
end

class RunMarkdownTest < Minitest::Test
  def test_has_a_table_per_scenario
    text = text(MadeRecord.table(contenders: %w[dalli memcached]))

    assert_match(/\A## Clients\n/, text)
    assert_includes text, "### set\n\n| contender | time per call | vs fastest | × socket | objects | notes |\n"
    assert_includes text, "| dalli 1.0 | 2.00 µs ± 0.0 % | 1.00 × | 2.00 \\[1.99, 2.01\\] | 3.00 | |\n"
  end

  def test_latencies_follow_their_section
    sample = [((1..300).to_a * 4).pack("L<*")].pack("m0")

    output = text(MadeRecord.table(block: { "latencies" => sample }))
    assert_match(/^\| dalli 1\.0 \| 150 ns \| .* \| 300 ns \| 1\.50 µs \|$/, output)
    assert_includes output, "| contender | p50 | p90 | p99 | p99.9 | max | cpu per call |"
  end

  private

  def text(table) = Cachemark::Report::Run.text(table, "markdown")
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

class ReportCSVTest < Minitest::Test
  def test_counts_that_were_asked_for_are_columns
    line = CSV.parse(text(MadeRecord.counted), headers: true).first

    assert_equal ["79086.0", "1.0", nil], line.values_at("instructions", "writes", "reads")
  end

  def test_has_columns_for_the_warm_up_of_a_jit
    line = CSV.parse(text(MadeRecord.table(more: MadeRecord::WARM_UPS)), headers: true).first

    assert_equal %w[2 1 1.6 3.0 310400],
                 line.values_at(*%w[processes settled median_s longest_s compiled_bytes].map { |name| "warm_up_#{name}" })
    refute_includes text(MadeRecord.table), "warm_up"
  end

  private

  def text(table) = Cachemark::Report::Run.text(table, "csv")
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
