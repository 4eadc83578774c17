# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::RecordSummaryTest < Minitest::Test
    def test_has_who_measured_what_and_the_figures
      summary = of(MadeRecord.of)
      dalli = summary["rows"].last

      assert_equal ["cachemark/summary/1", "run", "2026-11-21T10:00:00Z", "clients", "complete"],
                   summary.values_at("schema", "command", "started_at", "suite", "outcome")
      assert_equal [["socket", "ruby/socket", "socket@1.0", "1.0", "", "ruby 3.1.2"],
                    ["dalli", "ruby/dalli", "dalli@1.0", "1.0", "", "ruby 3.1.2"]], summary["contenders"]
      assert_equal [["client/set"], [1, 0, "sync", 2000.0, 2.0], 9],
                   [summary["scenarios"].map(&:first), [*dalli.first(4), dalli[6]], dalli.size]
      failure = { "type" => "failure", "cell" => "c-dalli", "contender" => "dalli", "status" => "failed" }
      assert_equal [1, 0, "sync", "failed"], of(MadeRecord.of(more: [failure]))["rows"].last
      assert_empty of(Record.from_lines([{ "type" => "run", "command" => "run" }]))["rows"]
    end

    def test_lists_options_that_differ_from_the_shipped_ones
      { "binary=on" => { "given" => { "binary" => "on", "ruby" => "/r" }, "departures" => { "binary" => 1 } },
        "" => { "given" => { "binary" => "off" }, "departures" => {} },
        "checkout,dalli=3.2.8" => { "notation" => "dalli@path:/here", "given" => { "dalli" => "3.2.8" } } }
        .each { |wanted, fields| assert_equal wanted, of(edited(fields))["contenders"].last[4] }
    end

    def test_a_scenario_with_other_calls_has_another_digest
      digests = [{ "steps" => [1] }, { "steps" => [2] }, { "steps" => [1], "label" => "x" }].map do |definition|
        of(edited("definition" => definition))["scenarios"].last.last
      end

      assert_equal [false, true], [digests[0] == digests[1], digests[0] == digests[2]]
    end

    # Intervals go before rows do. The largest suite fits as a whole.
    def test_fits_its_limit_and_says_how_much_it_omits
      summary = of(many(250, "client-with-a-long-name", processes: 1))
      bytes = JSON.generate({ "type" => "summary", **summary }).bytesize + 1

      assert_includes (Record::Reader::SUMMARY_BYTES / 2)..Record::Reader::SUMMARY_BYTES, bytes
      assert_match(/\Aintervals \d+ rows\z/, summary["left_out"].join(" "))
      assert_equal [0, false], [summary["rows"].first.first, summary["contenders"].map(&:first).include?("socket")]
      fewer = of(many(158, "c") { |_, process, _| 1_000 + (process * 17.7) })
      assert_equal [["intervals"], 159, nil], [fewer["left_out"], fewer["rows"].size, fewer["rows"].first[4]]
      assert_empty of(many(75, "memcached_disable_binary"))["left_out"]
    end

    # Of a gate also what became of each.
    def test_of_a_comparison_it_has_the_verdicts
      made = { effects: { "client/get" => 0.05 } }
      verdict = of(MadeComparison.of(**made))["verdicts"].first

      assert_equal ["dalli@3.2.8", "dalli@2.7.11", "client/get", "sync", "wall", "slower"], verdict.first(6)
      assert_in_delta 0.05, verdict[6], 0.005
      assert_equal [10, nil], [verdict.size, verdict.last]
      assert_equal %w[slower regression],
                   of(MadeComparison.of(**made, command: "gate", sets: [1, 2]))["verdicts"].first.values_at(5, 9)
    end

    def test_of_a_search_it_has_what_was_found
      found = { "from" => 0, "to" => 1, "effects" => [0.05] * 12, "skipped" => [] }
      place = { "scenario" => "client/get", "mode" => "sync" }
      lines = [{ "type" => "run", "command" => "find" },
               { "type" => "answer", **place, "metric" => "wall", "found" => [found], "undecided" => nil },
               { "type" => "cell", "cell" => "c", "contender" => "dalli", "client" => "ruby/dalli", **place },
               *[0, 1].map { |at| { **Line["position"], "position" => at, "name" => "1.#{at}" } }]

      assert_equal [["1.0", "1.1", "client/get", "sync", "wall", 0.0512711]],
                   of(Record.from_lines(lines))["found"].map { |one| one.first(6) }
    end

    def test_an_open_loop_has_no_costs_of_calls
      assert_equal ["open loop", nil],
                   of(MadeRecord.of(run: { "options" => { "rates" => [100] } })).values_at("conditions", "rows")
    end

    private

    def of(record) = Stats::RecordSummary.of(record)

    def many(count, name, processes: 6, &cost)
      MadeRecord.of(contenders: Array.new(count) { |number| "#{name}_#{number}" }, processes: processes, blocks: 1, &cost)
    end

    def edited(fields)
      Record.from_lines(MadeRecord.lines.map do |line|
        case line["type"]
        when "cell" then line["contender"] == "dalli" ? line.merge(fields) : line
        when "environment" then line.merge("options" => { "binary" => false })
        else line
        end
      end)
    end
  end

  class Stats::RecordSummaryPlaceTest < Minitest::Test
    MACHINE = { "os" => "Debian 12", "kernel" => "6.1", "cpu" => "AMD EPYC", "cores" => 2, "memory_bytes" => 8 * (1024**3),
                "governor" => "performance", "identity" => "0123456789abcdef" }.freeze
    RUN = { "command" => "run", "started_at" => "2026-11-21T10:00:00Z", "version" => "0.1.0", "suite" => { "id" => "clients" },
            "machine" => MACHINE, "server" => { "version" => "1.6.18", "addresses" => ["a"], "private" => true },
            "placement" => { "name" => "one-core", "pinned" => true }, "options" => {} }.freeze

    def test_says_where_and_how
      assert_equal({ "command" => "run", "started_at" => "2026-11-21T10:00:00Z", "version" => "0.1.0", "suite" => "clients",
                     "machine" => "0123456789abcdef", "server" => "1.6.18", "placement" => "one-core",
                     "machine_description" => "AMD EPYC, 2 cores, 8 GiB, Debian 12, kernel 6.1",
                     "governor" => "performance", "conditions" => "" }, of(RUN))
    end

    def test_names_the_conditions_that_make_figures_incomparable
      { { "server" => RUN["server"].merge("addresses" => %w[a b]) } => ["server", "1.6.18, 2 servers"],
        { "server" => RUN["server"].merge("private" => false) } => ["server", "1.6.18, not private"],
        { "placement" => { "name" => "one-core", "pinned" => false } } => ["placement", "unpinned"],
        { "options" => { "latencies" => true } } => ["conditions", "single calls timed"],
        { "suite" => { "published" => true } } => ["conditions", "as published"],
        { "options" => { "rates" => [1] } } => ["conditions", "open loop"] }
        .each { |changes, (name, wanted)| assert_equal wanted, of(RUN.merge(changes))[name] }
      assert_equal ["", "", ""], of("command" => "run").values_at("machine", "server", "placement")
    end

    private

    def of(run) = Stats::RecordSummary::Place.new(run).to_h
  end
end
