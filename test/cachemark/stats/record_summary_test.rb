# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Stats
    class RecordSummaryTest < Minitest::Test
      def test_has_who_measured_what_and_the_figures
        summary = RecordSummary.of(MadeRecord.of)
        dalli = summary["rows"].last

        assert_equal ["cachemark/summary/1", "run", "2026-11-21T10:00:00Z", "clients", "complete"],
                     summary.values_at("schema", "command", "started_at", "suite", "outcome")
        assert_equal [["socket", "ruby/socket", "socket@1.0", "1.0", "", "ruby 3.1.2"],
                      ["dalli", "ruby/dalli", "dalli@1.0", "1.0", "", "ruby 3.1.2"]], summary["contenders"]
        assert_equal ["client/set"], summary["scenarios"].map(&:first)
        assert_equal [1, 0, "sync", 2000.0, 2.0], [*dalli.first(4), dalli[6]]
        assert_equal 9, dalli.size
      end

      def test_a_row_without_figures_has_its_status
        lines = MadeRecord.lines + [{ "type" => "failure", "cell" => "c-dalli", "contender" => "dalli", "status" => "failed" }]

        assert_equal [1, 0, "sync", "failed"], RecordSummary.of(Record.from_lines(lines))["rows"].last
      end

      def test_lists_options_that_differ_from_the_shipped_ones
        assert_equal "binary=on", options("given" => { "binary" => "on", "ruby" => "/r" }, "departures" => { "binary" => 1 })
        assert_equal "", options("given" => { "binary" => "off" }, "departures" => {})
        assert_equal "checkout,dalli=3.2.8", options("notation" => "dalli@path:/here", "given" => { "dalli" => "3.2.8" })
      end

      def test_a_scenario_with_other_calls_has_another_digest
        digests = [{ "steps" => [1] }, { "steps" => [2] }, { "steps" => [1], "label" => "x" }].map do |definition|
          RecordSummary.of(edited("definition" => definition))["scenarios"].last.last
        end

        refute_equal digests[0], digests[1]
        assert_equal digests[0], digests[2]
      end

      def test_fits_its_limit_and_says_how_much_it_omits
        contenders = Array.new(250) { |number| "client-with-a-long-name-#{number}" }
        summary = RecordSummary.of(MadeRecord.of(contenders: contenders, processes: 1, blocks: 1))
        bytes = JSON.generate({ "type" => "summary", **summary }).bytesize + 1

        assert_operator bytes, :<=, Record::Reader::SUMMARY_BYTES
        assert_operator bytes, :>, Record::Reader::SUMMARY_BYTES / 2
        assert_match(/\Aintervals \d+ rows\z/, summary["left_out"].join(" "))
        assert_equal 0, summary["rows"].first.first
        refute_includes summary["contenders"].map(&:first), "socket"
      end

      def test_intervals_go_before_rows_do
        contenders = Array.new(158) { |number| "c#{number}" }
        record = MadeRecord.of(contenders: contenders, processes: 6, blocks: 1) { |_, process, _| 1_000 + (process * 17.7) }
        summary = RecordSummary.of(record)

        assert_equal [["intervals"], 159], [summary["left_out"], summary["rows"].size]
        assert_nil summary["rows"].first[4]
      end

      def test_the_largest_suite_fits_as_a_whole
        contenders = Array.new(75) { |number| "memcached_disable_binary_#{number}" }

        assert_empty RecordSummary.of(MadeRecord.of(contenders: contenders, processes: 6, blocks: 1))["left_out"]
      end

      def test_of_a_comparison_it_has_the_verdicts
        verdict = RecordSummary.of(MadeComparison.of(effects: { "client/get" => 0.05 }))["verdicts"].first

        assert_equal ["dalli@3.2.8", "dalli@2.7.11", "client/get", "sync", "wall", "slower"], verdict.first(6)
        assert_in_delta 0.05, verdict[6], 0.005
        assert_equal [10, nil], [verdict.size, verdict.last]
      end

      def test_of_a_gate_it_has_what_became_of_each
        record = MadeComparison.of(effects: { "client/get" => 0.05 }, command: "gate", sets: [1, 2])

        assert_equal %w[slower regression], RecordSummary.of(record)["verdicts"].first.values_at(5, 9)
      end

      def test_of_a_search_it_has_what_was_found
        found = { "from" => 0, "to" => 1, "effects" => [0.05] * 12, "skipped" => [] }
        answer = { "scenario" => "client/get", "mode" => "sync", "metric" => "wall", "found" => [found], "undecided" => nil }
        lines = [{ "type" => "run", "command" => "find" }, { "type" => "answer", **answer },
                 { "type" => "cell", "cell" => "c", "contender" => "dalli", "client" => "ruby/dalli",
                   "scenario" => "client/get", "mode" => "sync" },
                 *[0, 1].map { |at| { "type" => "position", "position" => at, "name" => "1.#{at}" } }]

        assert_equal [["1.0", "1.1", "client/get", "sync", "wall", 0.0512711]],
                     RecordSummary.of(Record.from_lines(lines))["found"].map { |one| one.first(6) }
      end

      def test_an_open_loop_has_no_costs_of_calls
        summary = RecordSummary.of(MadeRecord.of(run: { "options" => { "rates" => [100] } }))

        assert_equal ["open loop", nil], summary.values_at("conditions", "rows")
      end

      def test_a_run_without_any_row_has_a_summary_too
        assert_empty RecordSummary.of(Record.from_lines([{ "type" => "run", "command" => "run" }]))["rows"]
      end

      private

      def edited(fields)
        Record.from_lines(MadeRecord.lines.map do |line|
          case line["type"]
          when "cell" then line["contender"] == "dalli" ? line.merge(fields) : line
          when "environment" then line.merge("options" => { "binary" => false })
          else line
          end
        end)
      end

      def options(fields) = RecordSummary.of(edited(fields))["contenders"].last[4]
    end
  end

  module Stats
    class RecordSummaryPlaceTest < Minitest::Test
      MACHINE = { "os" => "Debian 12", "kernel" => "6.1", "cpu" => "AMD EPYC", "cores" => 2, "memory_bytes" => 8 * (1024**3),
                  "governor" => "performance", "identity" => "0123456789abcdef" }.freeze
      RUN = { "command" => "run", "started_at" => "2026-11-21T10:00:00Z", "version" => "0.1.0", "suite" => { "id" => "clients" },
              "machine" => MACHINE, "server" => { "version" => "1.6.18", "addresses" => ["a"], "private" => true },
              "placement" => { "name" => "one-core", "pinned" => true }, "options" => {} }.freeze

      def test_says_where_and_how
        assert_equal({ "command" => "run", "started_at" => "2026-11-21T10:00:00Z", "version" => "0.1.0", "suite" => "clients",
                       "machine" => "0123456789abcdef", "server" => "1.6.18", "placement" => "one-core",
                       "machine_description" => "AMD EPYC, 2 cores, 8 GiB, Debian 12, kernel 6.1",
                       "governor" => "performance", "conditions" => "" }, of)
      end

      def test_several_servers_and_others_than_ours_are_not_the_same
        assert_equal "1.6.18, 2 servers", of("server" => RUN["server"].merge("addresses" => %w[a b]))["server"]
        assert_equal "1.6.18, not private", of("server" => RUN["server"].merge("private" => false))["server"]
      end

      def test_unpinned_is_a_separate_placement
        assert_equal "unpinned", of("placement" => { "name" => "one-core", "pinned" => false })["placement"]
      end

      def test_names_the_conditions_that_make_figures_incomparable
        assert_equal "single calls timed", of("options" => { "latencies" => true })["conditions"]
        assert_equal "as published", of("suite" => { "published" => true })["conditions"]
        assert_equal "open loop", of("options" => { "rates" => [1] })["conditions"]
      end

      def test_a_run_that_ended_before_it_had_a_server_has_none
        assert_equal ["", "", ""], RecordSummary::Place.new("command" => "run").to_h.values_at("machine", "server", "placement")
      end

      private

      def of(**changes) = RecordSummary::Place.new(RUN.merge(changes.transform_keys(&:to_s))).to_h
    end
  end
end
