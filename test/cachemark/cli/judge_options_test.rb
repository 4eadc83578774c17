# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::JudgeOptionsTest < Minitest::Test
    # A command with these options and no more.
    class Judging < CLI::Command
      include CLI::RunOptions
      include CLI::JudgeOptions

      attr_reader :options

      # [what was read, what the record keeps]
      def read(*argv) = parse(argv).then { [@options, judging] }

      private

      def name = "gate"

      def declare(parser)
        declare_compared(parser)
        declare_judging(parser)
        super
      end
    end

    def test_what_is_not_said_is_one_per_cent_of_wall_time
      assert_equal [{}, { margin: 0.01, alpha: 0.01, metrics: ["wall"] }], read
    end

    def test_everything_can_be_said
      options, judging = read("--for", "60s", "--margin", "2%", "--alpha", "5%", "--metric", "wall,allocations", "--until", "1%",
                              "--seed", "7", "--record", "r", "--scenario", "client/*", "--mode", "sync", "--ruby", "/r")

      assert_equal({ margin: 0.02, alpha: 0.05, metrics: %w[wall allocations] }, judging)
      assert_equal [60.0, 0.01, 7, "r", ["client/*"], ["sync"], ["/r"]],
                   options.values_at(:for_s, :until, :seed, :record, :scenarios, :modes, :rubies)
    end

    def test_a_metric_named_twice_is_one
      assert_equal %w[cpu wall], read("--metric", "cpu,wall,cpu").last[:metrics]
    end

    def test_every_metric_of_the_judge_can_be_asked_for
      assert_equal [*Stats::PairEffect::METRICS, *Stats::Judge::Counted::METRICS].sort, CLI::JudgeOptions::METRICS.sort
    end

    def test_what_makes_no_sense_is_refused
      [%w[--metric wal], ["--metric", ""], %w[--metric wall,], %w[--margin 0%], %w[--margin 1], %w[--alpha 60%], %w[--for 0s],
       %w[--until x], %w[--seed -1], %w[--mode threads]].each do |argv|
        assert_raises(Usage, argv.inspect) { read(*argv) }
      end
      assert_match(/Did you mean wall\?/, assert_raises(Usage) { read("--metric", "wal") }.message)
    end

    private

    def read(*argv) = Judging.new(out: nil, err: nil).read(*argv)
  end
end
