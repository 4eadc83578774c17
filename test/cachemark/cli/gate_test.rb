# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class CLI::GateTest < Minitest::Test
    include ACommand

    def test_refuses_mistaken_arguments_before_it_starts_anything
      in_repository do
        { %w[gate dalli more] => /unexpected argument "more"/, %w[gate dalli@3.2.8] => /--base VERSION --head 3\.2\.8/,
          %w[gate --threshold x] => /--threshold must be 0 or a share/,
          %w[gate --with locked=x] => /locked=x: there is no such word/, %w[gate --base foo] => /--base foo: it is not a version/,
          %w[gate --for 1%] => /--for must be a time/,
          %w[gate --metric wal] => /Did you mean wall/, %w[gate --format csvv] => /--format: unknown choice "csvv"/,
          %w[gate memcached] => /memcached/, %w[gate --base git:HEAD~1 --junit /nowhere/x] => %r{--output junit /nowhere/x} }
          .each { |argv, wanted| assert_match wanted, refused(*argv), argv.inspect }
      end
      refute_path_exists Paths.new.records
    end

    def test_a_base_that_is_not_there_is_trouble
      in_repository do
        error = assert_raises(Trouble) { command("gate", "--base", "git:nowhere") }

        assert_match(/nowhere/, error.message)
      end
    end

    def test_a_threshold_may_be_nothing_at_all
      in_repository do
        ["0", "0%", "0.0%", "1%"].each do |share|
          assert_match(%r{/nowhere/x}, refused("gate", "--base", "git:HEAD~1", "--threshold", share, "--output", "/nowhere/x"))
        end
      end
    end

    def test_the_threshold_is_part_of_the_record
      judging = gate({ threshold: 0.05, margin: 0.02 }).send(:judging)

      assert_equal({ threshold: 0.05, margin: 0.02, allow_unresolved: false }, judging.except(:alpha, :metrics))
    end

    def test_a_gate_that_cannot_tell_ends_with_four_unless_it_may
      code = ->(decision, **options) { gate(options).send(:code_of, decision) }

      assert_equal [1, 0, 3, 4], [1, 0, 3, 4].map { |one| code.call(MadeVerdicts.decision(code: one)) }
      assert_equal [1, 0, 0], [1, 0, 4].map { |one| code.call(MadeVerdicts.decision(code: one), allow_unresolved: true) }
      assert_equal 3, code.call(MadeVerdicts.decision(code: 3, allowable: false), allow_unresolved: true)
      assert_equal 0, code.call(Stats::Gate.of(MadeComparison.of(spread: 0.05)), allow_unresolved: true)
    end

    def test_a_base_that_cannot_be_measured_may_be_allowed_and_a_head_never
      lost = ->(cell) { [{ "type" => "failure", "cell" => cell, "status" => "failed", "reason" => "no" }] }
      decisions = %w[c1 c3].map { |cell| Stats::Gate.of(MadeComparison.of(more: lost.call(cell))) }

      assert_equal [0, 3], (decisions.map { |decision| gate({ allow_unresolved: true }).send(:code_of, decision) })
    end

    private

    def gate(options) = CLI::Gate.new(out: nil, err: nil).tap { |gate| gate.instance_variable_set(:@options, options) }

    def in_repository
      ARepository.open("dalli") do |made|
        made.commit
        Dir.chdir(made.dir) { yield made }
      end
    end
  end

  class CLI::Gate::JobReportsTest < Minitest::Test
    include ACommand

    RECORD = MadeComparison.of(command: "gate", scenarios: %w[client/get], effects: { "client/get" => 0.05 }, sets: [1, 2])
    JOB = { "GITHUB_ACTIONS" => "true" }.freeze

    def test_a_job_of_githubs_has_annotations_and_a_summary
      deliver({}, **JOB, "GITHUB_STEP_SUMMARY" => file("summary.md", "before\n"))

      assert_match(/^::error title=regression%3A dalli@3\.2\.8 get/, err.string)
      assert_match(/\Abefore\n## Cachemark gate: regression\n/, File.read(file("summary.md")))
    end

    def test_annotations_are_printed_once
      deliver({ format: "github" }, **JOB)
      assert_empty err.string

      deliver({ format: "github", output: "a.txt" }, **JOB)
      assert_match(/^::error/, err.string)
    end

    def test_anywhere_else_it_is_silent
      deliver({}, "GITHUB_STEP_SUMMARY" => "")

      assert_empty err.string
      assert_empty Dir.children(@home)
    end

    def test_reports_a_summary_that_cannot_be_written_and_continues
      deliver({}, "GITHUB_STEP_SUMMARY" => file("absent/summary.md"))

      assert_match(/cannot write .*summary\.md: No such file or directory$/, err.string)
    end

    private

    def deliver(options, environment = {})
      @err = StringIO.new
      CLI::Gate::JobReports.new(options, err: @err, environment: environment).deliver(RECORD)
    end
  end
end
