# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::GateTest < Minitest::Test
    include ACommand

    def test_what_cannot_be_meant_starts_nothing
      in_repository do
        { %w[gate dalli more] => /more is too much/, %w[gate dalli@3.2.8] => /write dalli --base 3\.2\.8/,
          %w[gate --threshold x] => /--threshold x: not 0 or a share/,
          %w[gate --locked x] => /invalid option: --locked/, %w[gate --base foo] => /--base foo: it is no version/,
          %w[gate --until 1%] => /invalid option: --until/,
          %w[gate --metric wal] => /Did you mean wall/, %w[gate --format csvv] => /--format csvv/,
          %w[gate memcached] => /memcached/, %w[gate --base git:HEAD~1 --junit /nowhere/x] => %r{--junit /nowhere/x} }
          .each { |argv, wanted| assert_match wanted, refused(*argv), argv.inspect }
      end
      refute_path_exists Paths.new.records
    end

    def test_a_folder_that_is_no_clients_repository_is_refused
      Dir.mktmpdir { |empty| Dir.chdir(empty) { assert_match(/is no client's repository/, refused("gate")) } }
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

    def test_a_gate_that_cannot_tell_ends_with_three_unless_it_may
      code = ->(decision, **options) { gate(options).send(:code, decision) }

      assert_equal [1, 0, 3], [1, 0, 3].map { |one| code.call(MadeDecision.of(code: one)) }
      assert_equal [1, 0], [1, 0].map { |one| code.call(MadeDecision.of(code: one), allow_unresolved: true) }
      assert_equal 0, code.call(Stats::Gate.of(MadeComparison.of(spread: 0.05)), allow_unresolved: true)
    end

    def test_a_base_that_cannot_be_measured_may_be_allowed_and_a_head_never
      lost = ->(cell) { [{ "type" => "failure", "cell" => cell, "status" => "failed", "reason" => "no" }] }
      decisions = %w[c1 c3].map { |cell| Stats::Gate.of(MadeComparison.of(more: lost.call(cell))) }

      assert_equal [0, 3], (decisions.map { |decision| gate({ allow_unresolved: true }).send(:code, decision) })
    end

    def test_helps
      command("gate", "--help")

      %w[--base --head --threshold --allow-unresolved --junit --metric].each { |option| assert_includes out.string, option }
      refute_includes out.string, "--until"
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
end
