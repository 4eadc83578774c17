# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::RunTest < Minitest::Test
    include ACommand
    include ALab

    QUICK = %w[run socket --scenario client/get --iterations 1].freeze

    def teardown = unpin

    def test_measures_and_reports
      assert_equal 0, command(*QUICK, "--record", file("run.jsonl"))
      assert_match(/^get\nsocket +\d[\d.]* (µs|ms)/, out.string)
      assert_match(/\] measuring: 1 iteration of each row$.*\] each row has a figure$/m, err.string)
      assert_equal "complete", Record::Reader.read(file("run.jsonl")).ending["outcome"]
    end

    # dalli ignored it until 5.0.4.
    def test_a_row_whose_option_changes_nothing_says_so
      ignored = %w[run dalli@4.3.10,string_fastpath=on --scenario client/get --iterations 1]
      command(*ignored, "--record", file("run.jsonl"))
      assert_match(/^1  string_fastpath=on: no effect seen in the examined calls$/, out.string)
      assert_includes err.string, "examining dalli@4.3.10,string_fastpath=on with string_fastpath=on, untimed: process 2 of 2"
      assert_equal %w[string_fastpath], Record::Reader.read(file("run.jsonl")).options.map { |line| line["option"] }
    end

    def test_options_are_not_examined_if_nobody_wants_that
      command("run", "dalli@4.3.10,string_fastpath=on", "--scenario", "client/get", "--iterations", "1", "--no-option-look",
              "--record", file("run.jsonl"))
      assert_empty Record::Reader.read(file("run.jsonl")).option_looks
      refute_includes out.string, "no effect seen"
    end

    def test_sweeps_are_measured_and_reported
      sweep = ["--sweep", "size=10,1k", "--sweep", "keys=1,2"]
      assert_equal 0, command(*QUICK, *sweep, "--record", file("run.jsonl"))
      assert_match(/^client.get,keys=1: time per call by size\nsocket +\d/, out.string)

      assert_equal 0, command("run", "--locked", file("run.jsonl"), "--iterations", "1", "--record", file("again.jsonl"))
      before, after = %w[run.jsonl again.jsonl].map { |name| Record::Reader.read(file(name)) }
      assert_equal before.run["options"]["sweeps"], after.run["options"]["sweeps"]
      assert_equal before.cells.map { |cell| cell["definition"] }, after.cells.map { |cell| cell["definition"] }
    end

    def test_hosts_can_only_load_a_server_of_the_user_together
      assert_match(/\Arun --on needs --rate: /, refused("run", "dalli", "--on", "local"))
      assert_match(/\Arun --on needs --server: /, refused("run", "dalli", "--rate", "5", "--on", "local"))
      private_server = %w[run dalli --rate 5 --on local --memcached 1.6.18]
      assert_match(/\Arun --on does not take --memcached: /, refused(*private_server))
      assert_match(/another server on each host/, refused(*%w[run dalli --rate 5 --on ssh:h1 --server localhost:11211]))
      assert_match(/neither passwords nor cert/, refused(*%w[run dalli --rate 5 --on ssh:h1 --server tls://h9:11211]))
      assert_match(/--allow-load.* --on/, refused("run", "dalli", "--rate", "5", "--allow-load"))
    end

    def test_a_second_suite_is_refused
      assert_equal "run: --suite is given twice: clients and bulk\nkeep one --suite",
                   refused("run", "socket", "--suite", "clients", "--suite", "bulk")
    end

    def test_a_sweep_that_takes_too_long_is_refused
      values = (1..100).to_a.join(",")
      message = refused("run", "socket", "--sweep", "size=#{values}", "--scenario", "client/get", "--for", "10s")

      assert_match(/--sweep size: there are more points than fit into 10 s: they take about \d+s\n--for \d+s, or fewer/,
                   message)
      assert_match(/rates are a sweep already/, refused("run", "socket", "--sweep", "size=1", "--rate", "5"))
    end

    def test_a_run_without_a_figure_ends_with_three
      own = file("mine.yml", "kind: client\nkeys: { k1: { text: Mine } }\nsteps: [{ op: touch, key: k1 }]\n")

      assert_equal 3, command("run", "memcache-client@1.8.5", "--scenario", own, "--iterations", "1")
      assert_match(/^1 of 1 row has no figures/, out.string)
    end

    def test_keeps_a_record_that_nobody_named
      command(*QUICK)

      assert_equal 1, Dir.glob(File.join(Paths.new.records, "*.jsonl")).size
    end

    def test_the_record_says_what_was_typed
      command(*QUICK, "--seed", "7", "--record", file("run.jsonl"))
      run = Record::Reader.read(file("run.jsonl")).run

      assert_equal [[*QUICK, "--seed", "7", "--record", file("run.jsonl")], 7], run.values_at("argv", "seed")
    end

    def test_a_recorded_run_can_be_repeated_without_its_files
      own = file("mine.yml", "kind: client\nkeys: { k1: { text: Mine } }\nsteps: [{ op: get, key: k1 }]\n")
      command("run", "socket", "--scenario", own, "--iterations", "1", "--record", file("first.jsonl"))
      File.delete(own)
      command("run", "--locked", file("first.jsonl"), "--iterations", "1", "--record", file("second.jsonl"))
      first, second = %w[first second].map { |name| Record::Reader.read(file("#{name}.jsonl")) }

      assert_equal(*[first, second].map { |record| record.cells.map { |cell| cell.values_at("contender", "scenario", "shown") } })
    end

    def test_refuses_to_overwrite_a_file_that_it_reads
      scenario = file("mine.yml", "kind: client\nkeys: { k1: { text: Mine } }\nsteps: [{ op: get, key: k1 }]\n")
      suite = file("suite.yml", "contenders: [socket]\nscenarios: [client/get]\n")
      [["--locked", record], ["--scenario", scenario], ["--suite", suite]].each do |option, path|
        assert_match(/cannot be one file/, refused("run", option, path, "--output", path, "--format", "json"))
      end
      assert_match(/the record and the output cannot be one file/,
                   refused("show", record, "--output", record, "--format", "json"))
    end

    def test_mistakes_start_nothing
      [%w[run dali], %w[run socket socket], %w[run socket --output /nowhere/x], %w[run --suite clasic], ["run", ""],
       %w[run socket --scenario nope], %w[run --locked /nowhere]].each do |argv|
        assert_operator refused(*argv).lines.size, :<=, 3
      end
      refute_path_exists Paths.new.records
    end

    def test_a_record_is_never_overwritten
      assert_match(/never overwritten/, refused(*QUICK, "--record", file("precious", "x")))
    end
  end
end
