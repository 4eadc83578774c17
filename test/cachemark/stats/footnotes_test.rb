# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

class StatsFootnotesTest < Minitest::Test
  def test_a_shim_is_said
    assert_includes notes { |line| line["shims"] &&= %w[timeout getbyte] }, "runs with shim timeout, getbyte"
  end

  def test_an_option_that_was_seen_to_change_nothing_is_said
    lines = MadeOptions.record([MadeOptions.seen], [MadeOptions.seen]).lines.select { |line| line["type"].start_with?("option") }
    contender = MadeRecord.lines.find { |line| line["type"] == "cell" }["contender"]
    lines = lines.map { |line| line["type"] == "option" ? line.merge("contender" => contender) : line }
    record = Cachemark::Record.from_lines(MadeRecord.lines + lines)
    cell = record.cells.first

    assert_includes Cachemark::Stats::Notes::Footnotes.new(Cachemark::Stats::Evidence.new(record)).of(cell, nil),
                    Cachemark::Stats::Remark[:no_effect_seen, option: "string_fastpath", given: "on"]
  end

  def test_the_warning_about_wrong_values_comes_first
    warned = { "notation" => "dalli@2.7.11", "cases" => { "interrupt/kill-in-get" => "2026-11-20T10:00:00Z" } }
    names = MadeRecord.lines.filter_map { |line| line["contender"] }
    said = notes { |line| line["warnings"] = names.to_h { |name| [name, warned] } if line["type"] == "run" }

    assert_match(/\ACORRUPT: it returns wrong values.*interrupt\/kill-in-get/, said.first)
  end

  def test_a_server_below_the_documented_floor_is_reported
    floor = { "memcached" => "1.6.27", "source" => "CHANGELOG.md of dalli 5.1.0" }
    sentence = "memcached 1.6.18 is older than the oldest that it supports, 1.6.27 (CHANGELOG.md of dalli 5.1.0)"

    assert_includes notes { |line| line["floor"] = floor if line["type"] == "cell" }, sentence
    refute_includes notes { |line| line["floor"] = { **floor, "memcached" => "1.6.18" } if line["type"] == "cell" }, sentence
    several = notes do |line|
      line["floor"] = floor if line["type"] == "cell"
      line["server"] = line["server"].merge("version" => "1.6.18, 1.6.45") if line["type"] == "run"
    end
    assert_includes several, sentence
    newer = notes { |line| on_own_server(line, "1.6.27").merge!(line["type"] == "cell" ? { "floor" => floor } : {}) }
    refute_includes newer, sentence
  end

  def test_the_same_code_on_two_servers_is_not_identical
    same = lambda do |line|
      next unless line["contender"].to_s.start_with?("dalli")

      line["digest"] = "one" if line["type"] == "process"
      line["client"] = "ruby/dalli" if line["type"] == "cell"
      line["notation"] = "dalli@1.0" if line["type"] == "cell"
      line["gems"] = { "dalli" => "1.0" } if line["type"] == "environment"
    end
    on_two = ->(line) { same.call(line) || on_own_server(line, line["contender"]) }
    said = [same, on_two].map do |change|
      rows(contenders: %w[dalli dalli#2], &change).flat_map { |row| row.footnotes.grep(/identical to dalli/) }.size
    end

    assert_equal [2, 0], said
  end

  def test_a_row_on_servers_of_its_own_release_has_their_version
    row = rows { |line| on_own_server(line, "1.6.45") }.last

    assert_equal({ "version" => "1.6.45", "argv" => [["memcached"]] }, row.server)
  end

  def test_little_cpu_time_blurs_the_split
    ticks = "user and system from less than 1 s of CPU: the kernel counts ticks"

    assert_includes notes, ticks
    refute_includes notes(block: { "user_ns" => 1_000_000_000 }), ticks
  end

  def test_reads_that_a_local_cache_answered_are_said
    said = notes { |line| line.merge!("iterations" => 10, "server_hits" => 10, "server_misses" => 0) if line["type"] == "block" }

    assert_includes said, "a local cache answers 2 of 3 reads, the server 1"
  end

  def test_reads_that_the_server_counts_otherwise_are_no_work_of_a_local_cache
    counts = { "iterations" => 10, "server_hits" => 0, "server_misses" => 0, "server_touch_hits" => 30 }
    gat = Cachemark::Vocabulary::Operations["get"].with(looks_up: %w[touch_hits touch_misses])
    definition = { "steps" => [{ "op" => "get", "key" => "k1" }] }
    said = Cachemark::Vocabulary::Operations.stub(:[], gat) do
      notes do |line|
        line.merge!(counts) if line["type"] == "block"
        line["definition"] = definition if line["type"] == "cell"
      end
    end

    refute_includes said.join, "local cache"
  end

  def test_reads_that_the_server_answered_need_no_word
    said = notes { |line| line.merge!("iterations" => 10, "server_hits" => 30, "server_misses" => 0) if line["type"] == "block" }

    refute_includes said.join, "local cache"
  end

  def test_the_cells_own_come_first
    assert_equal "ttl differs", notes { |line| line["footnotes"] &&= ["ttl differs"] }.first
  end

  def test_rows_share_the_words_for_findings_of_the_proxy
    set = MadeWork.command("set", ttls: [9], encodings: ["ActiveSupport entry"], value_bytes: [90])
    lines = MadeWork.row("a", "client/set", [set], cell: { "departures" => { "binary" => %w[on off] } })
    reference = MadeWork.row("socket", "client/set", [MadeWork.command("set", value_bytes: [4])])
    evidence = Cachemark::Stats::Evidence.new(MadeWork.record(lines, reference))

    assert_equal ["wraps its values in ActiveSupport entries", "ttl 9 where the scenario says none"],
                 Said.all(Cachemark::Stats::Notes::Footnotes.new(evidence).of(lines.first, nil))
  end

  def test_a_row_whose_work_could_not_be_checked_says_so
    event = { "type" => "event", "kind" => "unobserved", "cell" => "c-dalli",
              "message" => "the driver ended with exit code 7 during block\nits stderr is in /a.log" }
    lines = [*MadeRecord.lines, event]
    text = "its work could not be checked through the proxy: the driver ended with exit code 7 during block"

    assert_includes row(lines).footnotes, text
    refute_includes row(MadeRecord.lines).footnotes.join, "could not be checked"
  end

  def test_reports_the_number_of_concurrent_calls
    waited = { "type" => "in_flight", "cell" => "c-dalli", "of" => 4, "seen" => 1 }
    lines = MadeRecord.lines.each { |line| line["mode_note"] = "it waits in C" if line["cell"] == "c-dalli" }
    row = row([*lines, waited])

    assert_includes row.footnotes, "in flight: 1 of 4 (it waits in C)"
    assert_equal({ seen: 1, of: 4 }, row.in_flight)
  end

  def test_replies_without_a_proof_are_said
    lines = MadeRecord.lines.reject { |line| line["type"] == "proof" }

    assert_includes row(lines).footnotes, "no proof of its replies is on record"
  end

  private

  def notes(**options, &change)
    lines = MadeRecord.lines(**options)
    lines.each(&change) if change
    row(lines).footnotes
  end

  def row(lines) = Said::Table.of(Cachemark::Record.from_lines(lines)).rows.last

  def rows(**options, &change)
    Said::Table.of(Cachemark::Record.from_lines(MadeRecord.lines(**options).each(&change))).rows
  end

  # The line of a record, for a contender that names its memcached.
  def on_own_server(line, version)
    case line["type"]
    when "cell" then line["endpoint"] = { "memcached" => version }
    when "process" then line["server"] = { "version" => version, "argv" => [["memcached"]] }
    end
    line
  end
end

module Cachemark
  class Stats::ComparisonFootnotesTest < Minitest::Test
    def test_each_footnote_has_the_name_of_its_contender
      cells = ->(cell) { { "footnotes" => cell["cell"] == "c1" ? ["both", "looks twice"] : ["both"] } }

      assert_equal ["both: both", "dalli@2.7.11: looks twice"], footnotes(cells: cells)
    end

    def test_reports_identical_code_once_and_still_gives_a_verdict
      lines = MadeComparison.lines(contenders: %w[dalli dalli#2], scenarios: ["client/get"]).map do |line|
        line["type"] == "process" ? line.merge("digest" => "one") : line
      end
      verdict = Said::Comparison.of(Record.from_lines(lines)).verdicts.first

      assert_equal ["dalli#2: identical to dalli: same code, same options"], verdict.footnotes
      assert_equal "same", verdict.verdict
    end

    # Work that both do alike is not a reason for a difference.
    def test_reports_only_work_that_differs
      entry = ->(bytes) { [MadeWork.command("get", hits: 3, encodings: ["ActiveSupport entry"], value_bytes: [bytes])] }
      definition = MadeWork.plain(MadeWork::CATALOG.scenario("client/get").to_record)
      works = { "dalli@2.7.11" => work(entry[84], 3), "dalli@3.2.8" => work(entry[11], 4) }

      assert_equal ["dalli@3.2.8: 4 round trips where dalli@2.7.11 makes 3",
                    "dalli@2.7.11: its values take 84 bytes where dalli@3.2.8's take 11"],
                   footnotes(works: works, cells: { "definition" => definition })
    end

    private

    def work(commands, trips) = { "round_trips" => trips, "hits" => 3, "misses" => 0, "commands" => commands }

    def footnotes(**options) = MadeComparison.comparison(scenarios: ["client/get"], **options).verdicts.first.footnotes
  end

  class Stats::CorruptTest < Minitest::Test
    AT = "2026-11-20T09:00:00Z"

    def test_shows_what_was_found_how_long_ago_and_how_to_look
      assert_equal "CORRUPT: it returns wrong values, as check saw on 2026-11-20, 2 days before: a/1, a/2 " \
                   "(cachemark check dalli@2.7.11)", sentence(%w[a/1 a/2], "2026-11-22T10:00:00Z")
    end

    def test_of_many_cases_three_are_named
      assert_match(/2026-11-20: a\/1, a\/2, a\/3, 2 more \(/, sentence(%w[a/1 a/2 a/3 a/4 a/5], "2026-11-20T23:00:00Z"))
    end

    def test_a_client_without_a_finding_has_no_warning
      [{}, { "warnings" => {} }].each do |run|
        assert_empty MadeRecord.table(run: run).rows.flat_map(&:footnotes).grep(/CORRUPT/)
      end
    end

    private

    def sentence(cases, started)
      found = { "dalli" => { "notation" => "dalli@2.7.11", "cases" => cases.to_h { |id| [id, AT] } } }
      MadeRecord.table(run: { "warnings" => found, "started_at" => started }).rows.last.footnotes.first
    end
  end
end

class InFlightTest < Minitest::Test
  CELL = { "cell" => "c1", "mode_note" => "its sockets are not cooperative" }.freeze

  def test_all_at_once_need_no_reason
    assert_equal [{ seen: 8, of: 8 }, "in flight: 8 of 8"], of("seen" => 8)
  end

  def test_fewer_have_the_reason_that_is_known
    assert_equal [{ seen: 1, of: 8 }, "in flight: 1 of 8 (its sockets are not cooperative)"], of("seen" => 1)
    assert_equal "in flight: 1 of 8", of({ "seen" => 1 }, CELL.except("mode_note")).last
  end

  def test_an_unknown_count_is_no_number
    assert_equal [nil, "in flight: unknown (TimeoutError: too slow)"], of("seen" => nil, "reason" => "TimeoutError: too slow")
  end

  def test_has_no_count_without_an_observation
    assert_equal [nil, nil], of(nil)
  end

  private

  def of(line, cell = CELL)
    lines = line ? [{ "type" => "in_flight", "cell" => "c1", "of" => 8, **line }] : []
    evidence = Cachemark::Stats::Evidence.new(Cachemark::Record.from_lines(lines))
    [evidence.calls_in_flight(cell), Said.all(Cachemark::Stats::Notes::Footnotes.new(evidence).of(cell, nil)).first]
  end
end
