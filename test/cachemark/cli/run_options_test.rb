# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::RunOptionsTest < Minitest::Test
    # A command that only reads its options.
    class Reader < CLI::Command
      include CLI::RunOptions

      attr_reader :options

      private

      def name = "run"

      def declare(parser)
        parts = %i[declare_selection declare_measuring declare_open_loop declare_machine declare_output]
        parts.each { |part| send(part, parser) }
        super
      end

      def perform(_words) = 0
    end

    def test_quantities_are_read_once
      assert_equal({ for_s: 40.0, until: 0.01, iterations: 20, seed: 7, servers: 2 },
                   read("--for", "40s", "--until", "1%", "--iterations", "20", "--seed", "7", "--servers", "2"))
      assert_equal({ server: ["127.0.0.1", 11_211] }, read("--server", "127.0.0.1:11211"))
    end

    def test_an_open_loop_has_rates_arrivals_and_a_limit
      assert_equal({ rates: [10, 100], arrivals: "fixed", slo_ns: 500_000 },
                   read("--rate", "10..100/2", "--arrivals", "fixed", "--slo", "500us"))
    end

    def test_some_may_be_given_several_times
      assert_equal({ scenarios: %w[client/* mixed], rubies: %w[/a /b], modes: %w[sync] },
                   read("--scenario", "client/*", "--scenario", "mixed", "--ruby", "/a", "--ruby", "/b", "--mode", "sync"))
    end

    def test_a_mode_has_one_way_to_be_written
      assert_equal({ modes: %w[sync gevent-8,shared], unsafe: true },
                   read("--mode", "sync", "--mode", "gevent-08,shared", "--unsafe"))
    end

    def test_switches
      assert_equal({ latencies: true, as_published: true, allow_non_empty: true, offline: true, update_anyway: true },
                   read("--latencies", "--as-published", "--allow-non-empty", "--offline", "--update-anyway"))
      assert_equal({ install: false }, read("--no-install"))
    end

    def test_every_wrong_value_is_refused_in_three_lines_at_most
      [%w[--for 0s], %w[--until 200%], %w[--iterations 0], %w[--iterations -1], %w[--iterations 1.5], %w[--servers 0],
       %w[--servers 99], %w[--mode threads], %w[--placement x], %w[--format jsn], %w[--server nowhere],
       %w[--seed x], %w[--rate 5k], %w[--arrivals x], %w[--slo 1h]].each do |argv|
        message = assert_raises(Usage, argv.inspect) { read(*argv) }.message

        assert_includes message, argv.first
        assert_operator message.lines.size, :<=, 3
      end
    end

    def test_offers_every_format_that_there_is
      assert_equal Report::FORMATS.keys, CLI::RunOptions::FORMATS
      assert_equal Host::Placement::NAMES, CLI::RunOptions::PLACEMENTS
    end

    private

    def read(*argv) = Reader.new(out: nil, err: nil).tap { |reader| reader.call(argv) }.options
  end
end
