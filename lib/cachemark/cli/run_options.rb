# frozen_string_literal: true

module Cachemark
  module CLI
    # The options that `run` takes and that later commands take in the same words:
    # what to measure, for how long, on what, and where the result goes.
    module RunOptions
      FORMATS = %w[terminal classic markdown json csv].freeze
      PLACEMENTS = %w[one-core two-core spread].freeze
      MODES = %w[sync].freeze

      private

      def declare_selection(parser)
        on(parser, "--suite NAME|FILE.yml", "suite to run (default: classic); see: list suites", :suite)
        parser.on("--scenario GLOB|FILE.yml", "only these scenarios (repeatable), such as 'client/*'") { |glob| (@options[:scenarios] ||= []) << glob }
        parser.on("--mode MODE", "how calls are made: sync") { |mode| (@options[:modes] ||= []) << Quantity.word("--mode", mode, MODES) }
        parser.on("--ruby PATH", "the Ruby that runs the clients (repeat it to run the suite once per Ruby)") { |path| (@options[:rubies] ||= []) << path }
        on(parser, "--as-published", "the published behaviour: versions, order, quirks, one process, one pass", :as_published)
      end

      def declare_measuring(parser)
        parser.on("--for TIME", "measure this long, such as 40s or 10m (default: 2m)") { |text| @options[:for_s] = Quantity.duration("--for", text) }
        parser.on("--until SHARE", "stop when x of socket is known to ± this share, such as 1%") { |text| @options[:until] = Quantity.share("--until", text) }
        parser.on("--iterations N", "measure exactly N iterations of each row, however long it takes") do |text|
          @options[:iterations] = Quantity.count("--iterations", text)
        end
        on(parser, "--latencies", "percentiles of single calls too", :latencies)
        parser.on("--seed N", "seed of the order of cells") { |text| @options[:seed] = Quantity.count("--seed", text, 0..(2**31)) }
      end

      def declare_machine(parser)
        parser.on("--server HOST:PORT", "a memcached of your own; it is never flushed") { |text| @options[:server] = Quantity.address("--server", text) }
        on(parser, "--allow-non-empty", "use that server even if it holds items", :allow_non_empty)
        parser.on("--servers N", "a private ring of N servers (default: the suite's)") { |text| @options[:servers] = Quantity.count("--servers", text, 1..16) }
        parser.on("--placement NAME", "cores: #{PLACEMENTS.join(", ")} (default: one-core)") do |text|
          @options[:placement] = Quantity.word("--placement", text, PLACEMENTS)
        end
        on(parser, "--locked RECORD", "rebuild the environments of an earlier run exactly", :locked)
        on(parser, "--no-install", "never install; say what is missing", :no_install)
        on(parser, "--offline", "use only what is in the cache", :offline)
      end

      def declare_output(parser, formats: FORMATS)
        parser.on("--format NAME", "#{formats.join(", ")} (default: terminal)") { |text| @options[:format] = Quantity.word("--format", text, formats) }
        on(parser, "--output FILE", "write the report there (replaces the file)", :output)
        on(parser, "--update FILE", "put the table into FILE, in the suite's published layout", :update)
        on(parser, "--update-anyway", "also when the run ended early or a row is invalid", :update_anyway)
      end

      def on(parser, flag, text, key)
        parser.on(flag, text) { |value| @options[key] = value }
      end
    end
  end
end
