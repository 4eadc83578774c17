# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Stats
    class SummaryPlaceTest < Minitest::Test
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

      def test_what_is_not_pinned_is_a_placement_of_its_own
        assert_equal "unpinned", of("placement" => { "name" => "one-core", "pinned" => false })["placement"]
      end

      def test_tells_what_makes_figures_a_kind_of_their_own
        assert_equal "single calls timed", of("options" => { "latencies" => true })["conditions"]
        assert_equal "as published", of("suite" => { "published" => true })["conditions"]
        assert_equal "open loop", of("options" => { "rates" => [1] })["conditions"]
      end

      def test_a_run_that_ended_before_it_had_a_server_has_none
        assert_equal ["", "", ""], SummaryPlace.new("command" => "run").to_h.values_at("machine", "server", "placement")
      end

      private

      def of(**changes) = SummaryPlace.new(RUN.merge(changes.transform_keys(&:to_s))).to_h
    end
  end
end
