# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class Stats::FootnotesTest < Minitest::Test
    Remark = Stats::Remark
    TICKS = Remark[:few_ticks, seconds: 1]

    # The cell's own come after the warning about wrong values, and before all others.
    def test_what_the_record_says_of_a_row
      names = MadeRecord.lines.filter_map { |line| line["contender"] }
      warned = { "notation" => "dalli@2.7.11", "cases" => { "a/1" => "2026-11-20T09:00:00Z", "a/2" => "2026-11-19T09:00:00Z" } }
      found = notes do |line|
        case line["type"]
        when "run" then line.merge!("warnings" => names.to_h { |name| [name, warned] }, "started_at" => "2026-11-22T10:00:00Z")
        when "environment" then line["shims"] = %w[timeout getbyte]
        when "cell" then line["footnotes"] = ["ttl differs"]
        end
      end

      assert_equal [Remark[:corrupt, cases: %w[a/1 a/2], checked: "2026-11-20", days: 2, notation: "dalli@2.7.11"],
                    Remark.recorded("ttl differs"), Remark[:shims, names: %w[timeout getbyte]], TICKS], found
      assert_equal [[TICKS]] * 2, [{}, { run: { "warnings" => {} } }].map { |made| notes(**made) }
      assert_empty notes(block: { "user_ns" => 1_000_000_000 })
    end

    def test_an_option_that_was_seen_to_change_nothing_has_a_footnote
      contender = MadeRecord.lines.find { |line| line["type"] == "cell" }["contender"]
      options = MadeOptions.record([MadeOptions.seen], [MadeOptions.seen]).lines.filter_map do |line|
        line.merge("contender" => contender) if line["of"]
      end
      record = Record.from_lines(MadeRecord.lines + options)

      assert_includes of(record, record.cells.first), Remark[:no_effect_seen, option: "string_fastpath", given: "on"]
    end

    # Of several servers, the first counts, and a server that the contender names replaces all.
    def test_a_server_below_the_documented_floor_is_reported
      floor = { "memcached" => "1.6.27", "source" => "a CHANGELOG" }
      old = Remark[:below_floor, version: "1.6.18", least: "1.6.27", source: "a CHANGELOG"]
      changes = { ->(_) {} => [old], ->(line) { line["floor"] &&= { **floor, "memcached" => "1.6.18" } } => [],
                  ->(line) { line["server"]["version"] = "1.6.18, 1.6.45" if line["type"] == "run" } => [old],
                  ->(line) { on_own_server(line, "1.6.27") } => [] }
      changes.each do |change, wanted|
        found = notes do |line|
          line["floor"] = floor if line["type"] == "cell"
          change.call(line)
        end
        assert_equal wanted, found - [TICKS]
      end
    end

    def test_a_row_on_servers_of_its_own_release_has_their_version
      row = rows { |line| on_own_server(line, "1.6.45") }.last

      assert_equal({ "version" => "1.6.45", "argv" => [["memcached"]] }, row.server)
    end

    # Of 30 reads in 10 iterations. Other counters of the server are no work of a local cache.
    def test_reads_that_a_local_cache_answered_are_reported
      served = lambda do |hits, &change|
        block = { "iterations" => 10, "server_hits" => hits, "server_misses" => 0, "server_touch_hits" => 30 }
        notes(block: block, &change).reject { |one| %i[few_ticks uneven].include?(one.id) }
      end
      gat = Vocabulary::Operations["get"].with(looks_up: %w[touch_hits touch_misses])
      touching = Vocabulary::Operations.stub(:[], gat) do
        served.call(0) { |line| line["definition"] = { "steps" => [{ "op" => "get", "key" => "k1" }] } if line["type"] == "cell" }
      end

      assert_equal [[Remark[:answered_locally, reads: 3, served: 1]], [], []], [served.call(10), served.call(30), touching]
    end

    def test_rows_share_the_words_for_findings_of_the_proxy
      set = MadeWork.command("set", ttls: [9], encodings: ["ActiveSupport entry"], value_bytes: [90])
      lines = MadeWork.row("a", "client/set", [set], cell: { "departures" => { "binary" => %w[on off] } })
      reference = MadeWork.row("socket", "client/set", [MadeWork.command("set", value_bytes: [4])])

      assert_equal [[:wrapped, nil], [:expiry, nil]],
                   of(MadeWork.record(lines, reference), lines.first).map { |remark| [remark.id, remark.detail] }
    end

    def test_a_row_whose_work_could_not_be_checked_says_so
      event = { "type" => "event", "kind" => "unobserved", "cell" => "c-dalli", "message" => "exit code 7\nits stderr: /a.log" }

      assert_includes notes(more: [event]), Remark[:unobserved, reason: "exit code 7"]
    end

    def test_the_number_of_concurrent_calls_has_its_reason_if_it_is_low
      { { "seen" => 8 } => Remark[:in_flight, seen: 8, of: 8, why: nil],
        { "seen" => 1 } => Remark[:in_flight, seen: 1, of: 8, why: "it waits in C"],
        { "seen" => nil, "reason" => "too slow" } => Remark[:in_flight_unknown, reason: "too slow"] }.each do |seen, remark|
        line = { **Line["in_flight"], "cell" => "c-dalli", "workers" => 8, **seen }
        assert_includes notes(more: [line]) { |one| one["mode_note"] = "it waits in C" if one["type"] == "cell" }, remark
      end
    end

    def test_contenders_with_the_same_code_and_options_are_identical
      { ->(_) {} => [[%w[b]], [%w[a]]], ->(line) { line["digest"] &&= line["contender"] } => [[], []],
        # Effective options count, or those of the notation if the record has no others.
        ->(line) { line["options"] = { "x" => line["contender"] == "a" } if line["type"] == "environment" } => [[], []],
        ->(line) { line["notation"] &&= "a@1.0#{",x=on" if line["contender"] == "b"}" } => [[], []],
        ->(line) { on_own_server(line, line["contender"]) } => [[], []] }.each do |change, wanted|
        found = rows(contenders: %w[a b]) { |line| change.call(twin(line)) }.last(2).map(&:footnotes)
        assert_equal wanted, found.map { |own| own.select { |one| one.id == :identical }.map { |one| one.facts[:contenders] } }
      end
    end

    private

    def of(record, cell) = Stats::Notes::Footnotes.new(Stats::Evidence.new(record)).of(cell, nil)

    def rows(**options, &change)
      lines = MadeRecord.lines(**options)
      lines.each(&change) if change
      Stats::Table.of(Record.from_lines(lines)).rows
    end

    def notes(...) = rows(...).last.footnotes

    def twin(line)
      return line if line["contender"] == "socket"

      line["client"] &&= "ruby/a"
      line["digest"] &&= "same"
      line["gems"] &&= { "a" => "1.0" }
      line
    end

    # The line of a record, for a contender that names its memcached.
    def on_own_server(line, version)
      case line["type"]
      when "cell" then line["endpoint"] = { "memcached" => version }
      when "process" then line["server"] = { "version" => version, "argv" => [["memcached"]] }
      end
    end
  end

  class Stats::ComparisonFootnotesTest < Minitest::Test
    def test_each_footnote_has_the_name_of_its_contender
      cells = ->(cell) { { "footnotes" => cell["cell"] == "c1" ? ["both", "looks twice"] : ["both"] } }

      assert_equal [%w[both both], ["dalli@2.7.11", "looks twice"]],
                   verdict(cells: cells).footnotes.map { |one| [one.about, one.facts[:text]] }
    end

    def test_reports_identical_code_once_and_still_gives_a_verdict
      verdict = verdict(contenders: %w[dalli dalli#2])

      assert_equal ["same", [Stats::Remark[:identical, contenders: %w[dalli], about: "dalli#2"]]],
                   [verdict.verdict, verdict.footnotes]
    end

    # Work that both do alike is not a reason for a difference.
    def test_reports_only_work_that_differs
      entry = ->(bytes) { [MadeWork.command("get", hits: 3, encodings: ["ActiveSupport entry"], value_bytes: [bytes])] }
      definition = MadeWork.plain(MadeWork::CATALOG.scenario("client/get").to_record)
      works = { "dalli@2.7.11" => work(entry[84], 3), "dalli@3.2.8" => work(entry[11], 4) }

      assert_equal [[:round_trips, "dalli@3.2.8"], [:longer_values, "dalli@2.7.11"]],
                   verdict(works: works, cells: { "definition" => definition }).footnotes.map { |one| [one.id, one.about] }
    end

    private

    def work(commands, trips) = { "round_trips" => trips, "hits" => 3, "misses" => 0, "commands" => commands }
    def verdict(**made) = Stats::Comparison.of(MadeComparison.of(scenarios: ["client/get"], **made)).verdicts.first
  end
end
