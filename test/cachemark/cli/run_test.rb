# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::RunTest < Minitest::Test
    include ACommand

    QUICK = %w[run socket --scenario client/get --for 1x].freeze

    def test_measures_and_reports
      assert_equal 0, command(*QUICK, "--output", file("run.jsonl"))
      assert_match(/^get\nsocket +\d[\d.]* (µs|ms)/, out.string)
      assert_match(/\] measuring: 1 iteration of each row$.*\] each row has a figure$/m, err.string)
      assert_equal "complete", Record::Reader.read(file("run.jsonl")).ending["outcome"]
    end

    # dalli ignored it until 5.0.4.
    def test_a_row_whose_option_changes_nothing_says_so
      ignored = %w[run dalli@4.3.10,string_fastpath=on --scenario client/get --for 1x]
      command(*ignored, "--output", file("run.jsonl"))
      assert_match(/^1  string_fastpath=on: no effect seen in the examined calls$/, out.string)
      assert_includes err.string, "examining dalli@4.3.10,string_fastpath=on with string_fastpath=on, untimed: process 2 of 2"
      assert_equal %w[string_fastpath], Record::Reader.read(file("run.jsonl")).options.map { |line| line["option"] }
    end

    def test_options_are_not_examined_if_nobody_wants_that
      command("run", "dalli@4.3.10,string_fastpath=on", "--scenario", "client/get", "--for", "1x", "--allow", "unexamined",
              "--output", file("run.jsonl"))
      assert_empty Record::Reader.read(file("run.jsonl")).configurations
      refute_includes out.string, "no effect seen"
    end

    def test_sweeps_are_measured_and_reported
      sweep = ["--sweep", "size=10,1k", "--sweep", "keys=1,2"]
      assert_equal 0, command(*QUICK, *sweep, "--output", file("run.jsonl"))
      assert_match(/^client.get,keys=1: time per call by size\nsocket +\d/, out.string)

      assert_equal 0, command("run", "--with", "locked=#{file("run.jsonl")}", "--for", "1x", "--output",
                              file("again.jsonl"))
      before, after = %w[run.jsonl again.jsonl].map { |name| Record::Reader.read(file(name)) }
      assert_equal before.run["options"]["sweeps"], after.run["options"]["sweeps"]
      assert_equal before.cells.map { |cell| cell["definition"] }, after.cells.map { |cell| cell["definition"] }
    end

    def test_a_run_without_a_figure_ends_with_three
      own = file("mine.yml", "kind: client\nkeys: { k1: { text: Mine } }\nsteps: [{ op: touch, key: k1 }]\n")

      assert_equal 3, command("run", "memcache-client@1.8.5", "--scenario", own, "--for", "1x")
      assert_match(/^1 of 1 row has no figures/, out.string)
    end

    # No sender begins 99 % of its calls within 1 µs.
    def test_a_limit_below_the_lateness_of_the_sender_ends_with_4
      assert_equal 4, command("run", "socket", "--scenario", "client/get", "--rate", "1000", "--slo", "1us,fail",
                              "--for", "2s", "--output", file("run.jsonl"))
      assert_match(/^--slo fail, at 1,000\/s: undecided for socket:get\.$/, out.string)
    end

    def test_keeps_a_record_that_nobody_named
      command(*QUICK)

      assert_equal 1, Dir.glob(File.join(Paths.new.records, "*.jsonl")).size
    end

    def test_the_record_says_what_was_typed
      command(*QUICK, "--with", "seed=7", "--output", file("run.jsonl"))
      run = Record::Reader.read(file("run.jsonl")).run

      assert_equal [[*QUICK, "--with", "seed=7", "--output", file("run.jsonl")], 7], run.values_at("argv", "seed")
    end

    def test_a_recorded_run_can_be_repeated_without_its_files
      own = file("mine.yml", "kind: client\nkeys: { k1: { text: Mine } }\nsteps: [{ op: get, key: k1 }]\n")
      command("run", "socket", "--scenario", own, "--for", "1x", "--output", file("first.jsonl"))
      File.delete(own)
      command("run", "--with", "locked=#{file("first.jsonl")}", "--for", "1x", "--output", file("second.jsonl"))
      first, second = %w[first second].map { |name| Record::Reader.read(file("#{name}.jsonl")) }

      assert_equal(*[first, second].map { |record| record.cells.map { |cell| cell.values_at("contender", "scenario", "shown") } })
    end
  end
end
