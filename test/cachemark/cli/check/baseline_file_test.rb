# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Check::BaselineFileTest < Minitest::Test
    include ACommand

    KNOWN = { "dalli" => { "a/1" => "CORRUPT", "a/gone" => "FAIL" }, "pylibmc" => { "a/1" => "FAIL" } }.freeze

    def test_reports_stale_cases_of_examined_contenders_only
      facts = baselined.facts(task("dalli"), %w[a/1 a/2])

      assert_equal KNOWN, facts[:known]
      assert_equal [%w[dalli a/gone]], facts[:stale]
      assert_empty baselined.facts(task("pylibmc"), %w[a/1 a/2])[:stale]
    end

    def test_reports_kept_and_removed_findings
      check = MadeCheck.of({ "dalli" => { "a/2" => "FAIL", "a/1" => "PASS" } })
      path = path()

      assert_equal ["#{path}: dalli a/gone was removed: there is no such case any more",
                    "#{path}: 2 findings are known from now on: 1 found now, 1 kept that this check did not examine"],
                   CLI::Check::BaselineFile.at(path).write(check, %w[a/1 a/2])
    end

    def test_refuses_a_path_that_cannot_be_written
      ["/proc/b.json", file("none/b.json"), file("b" * 250)].each do |path|
        assert_match(/\Acannot write the baseline #{path}: /, assert_raises(Usage) { CLI::Check::BaselineFile.at(path) }.message)
      end
      assert_equal ["b.json"], Dir.children(File.dirname(file("probed/b.json").tap { |path| new_baseline(path) }))
    end

    def test_written_it_can_be_read_and_is_the_same_again
      check = MadeCheck.of({ "dalli" => { "a/2" => "FAIL", "a/1" => "PASS" } })
      first, second = Array.new(2) do
        CLI::Check::BaselineFile.at(@path ||= path).write(check, %w[a/1 a/2])
        File.read(@path)
      end

      assert_equal first, second
      assert_equal ["cachemark/baseline/1", { "dalli" => { "a/2" => "FAIL" }, "pylibmc" => { "a/1" => "FAIL" } }],
                   JSON.parse(first).values_at("schema", "cases")
    end

    def test_checks_that_run_at_the_same_time_keep_the_findings_of_each_other
      baselines = %w[dalli pylibmc].to_h { |name| [name, CLI::Check::BaselineFile.at(file("both.json"))] }
      baselines.each { |name, baseline| baseline.write(MadeCheck.of({ name => { "a/1" => "FAIL" } }), %w[a/1]) }

      assert_equal({ "dalli" => { "a/1" => "FAIL" }, "pylibmc" => { "a/1" => "FAIL" } },
                   JSON.parse(File.read(file("both.json")))["cases"])
    end

    def test_a_check_waits_for_another_that_is_writing
      waiting = File.open(@home) do |folder|
        folder.flock(File::LOCK_EX)
        Thread.new { CLI::Check::BaselineFile.at(file("new.json")).write(MadeCheck.of, []) }.tap { |thread| thread.join(0.2) }
      end

      refute_path_exists file("new.json") if waiting.alive?
      assert waiting.join(5)
      assert_path_exists file("new.json")
    end

    def test_a_file_that_is_none_is_refused
      ["{", "[]", "{}", '{"schema":"cachemark/baseline/1","cases":{"dalli":{"a/1":"PASS"}}}'].each do |text|
        assert_match(/not a baseline/, assert_raises(Usage, text) { CLI::Check::BaselineFile.read(file("b.json", text)) }.message)
        assert_raises(Usage) { CLI::Check::BaselineFile.at(file("b.json", text)) }
      end
      assert_match(/cachemark check CONTENDER --output baseline=/,
                   assert_raises(Usage) { CLI::Check::BaselineFile.read(file("none.json")) }.message)
    end

    def test_a_folder_is_refused_whichever_option_names_it
      error = assert_raises(Usage) { CLI::Check::BaselineFile.at(Dir.tmpdir) }

      assert_match(/\Acannot read the baseline .*: Is a directory/, error.message)
      assert_match(/name a file that can be read/, error.message)
    end

    def test_one_that_is_not_there_yet_can_be_written
      CLI::Check::BaselineFile.at(file("new.json")).write(MadeCheck.of, [])

      assert_equal({}, JSON.parse(File.read(file("new.json")))["cases"])
    end

    private

    # No other file remains next to it.
    def new_baseline(path)
      FileUtils.mkdir_p(File.dirname(path))
      CLI::Check::BaselineFile.at(path).write(MadeCheck.of, [])
    end

    def path = file("known.json", JSON.generate(schema: "cachemark/baseline/1", cases: KNOWN))
    def baselined = CLI::Check::BaselineFile.read(path)

    def task(name)
      Lab::Check::Task.new(seed: 1, exams: [Plan::Exam.new(contender: MadeCells.contender.with(id: name), cases: [])])
    end
  end
end
