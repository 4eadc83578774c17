# frozen_string_literal: true

module Cachemark
  module CLI
    # The options that `run` takes and that later commands take in the same words:
    # what to measure, for how long, on what, and where the result goes.
    module RunOptions
      FORMATS = Report::FORMATS.keys.freeze
      PLACEMENTS = Host::Placement::NAMES

      private

      def declare_selection(parser)
        on(parser, "--suite SUITE|FILE.yml", "suite to run (default: classic); see: cachemark list suites", :suite)
        each(parser, "--scenario GLOB|FILE.yml", "only these scenarios (repeatable), such as 'client/*'", :scenarios)
        declare_modes(parser)
        declare_data(parser)
        each(parser, "--ruby PATH", "the Ruby that runs the clients (repeat it to run the suite once per Ruby)", :rubies)
        on(parser, "--as-published", "the published behaviour: versions, order, quirks, one process, one pass", :as_published)
      end

      def declare_data(parser)
        on(parser, "--data FILE", "a JSON object of strings in the place of a scenario's pairs", :data)
      end

      def declare_modes(parser)
        each(parser, "--mode MODE", "how calls are made (repeatable): sync, threads-4, gevent-8,shared ...", :modes) do |text|
          Vocabulary::Mode.parse(text).to_s
        end
        on(parser, "--unsafe", "also modes that a client's documentation warns of; their rows say so", :unsafe)
      end

      def declare_measuring(parser)
        on(parser, "--for TIME", "measure this long, such as 40s or 10m (default: the suite's, or 2m)", :for_s) do |text|
          Quantity.duration("--for", text)
        end
        on(parser, "--until SHARE", "stop when x of socket is known to ± this share, such as 1%", :until) do |text|
          Quantity.share("--until", text)
        end
        on(parser, "--iterations N", "measure exactly N iterations of each row (lifts --for)", :iterations) do |text|
          Quantity.count("--iterations", text)
        end
        on(parser, "--latencies", "percentiles of single calls too", :latencies)
        on(parser, "--seed N", "seed of the order of cells", :seed) { |text| Quantity.count("--seed", text, 0..(2**31)) }
      end

      def declare_open_loop(parser)
        on(parser, "--rate N|LOW..HIGH", "open loop: so many calls a second, each due at its own time; a sweep of 8 (/10: 10)",
           :rates) do |text|
          Quantity.rates("--rate", text)
        end
        choose(parser, "--arrivals KIND", Plan::Arrivals::KINDS,
               "#{Plan::Arrivals::KINDS.join(" or ")} (default: #{Plan::Arrivals::KINDS.first})")
        on(parser, "--slo TIME", "tell the highest rate at which p99 stays under it, such as 1ms", :slo_ns) do |text|
          Quantity.latency("--slo", text)
        end
      end

      def declare_machine(parser)
        on(parser, "--server HOST:PORT", "a memcached of your own; it is never flushed", :server) do |text|
          Quantity.address("--server", text)
        end
        on(parser, "--allow-non-empty", "use that server even if it holds items", :allow_non_empty)
        on(parser, "--servers N", "a private ring of N servers (default: the suite's)", :servers) do |text|
          Quantity.count("--servers", text, 1..16)
        end
        choose(parser, "--placement NAME", PLACEMENTS, "cores: #{PLACEMENTS.join(", ")} (default: one-core, or two-core)")
        # OptionParser hands a --no-... switch over as false.
        on(parser, "--no-install", "never install; say what is missing", :install)
        on(parser, "--offline", "use only what is in the cache", :offline)
      end

      # For the commands whose records have something to compare with later ones.
      def declare_record(parser)
        on(parser, "--record FILE", "keep everything measured there (default: under the state folder)", :record)
        on(parser, "--history DIR", "put the record into this history too; see: cachemark help history", :history)
      end

      # For the commands whose contenders a record names as well as words do.
      def declare_locked(parser)
        on(parser, "--locked RECORD", "repeat an earlier run: its rows, scenarios and environments; with a fresh seed", :locked)
      end

      def declare_output(parser, formats: FORMATS)
        names = Report::Wrap.text("#{formats.join(", ")} (default: terminal)", 80).lines(chomp: true)
        choose(parser, "--format NAME", formats, *names)
        on(parser, "--output FILE", "write the report there (replaces the file)", :output)
        declare_update(parser) if formats.include?("classic")
      end

      # Documents have places for the published layouts only.
      def declare_update(parser)
        on(parser, "--update FILE", "put the table into FILE, in the suite's published layout", :update)
        on(parser, "--update-anyway", "also when the run ended early or a row is invalid", :update_anyway)
      end

      # The block reads the text that was given, and refuses it or answers the value.
      def on(parser, flag, text, key, &read)
        parser.on(flag, text) { |given| @options[key] = read ? read.call(given) : given }
      end

      # An option that may be given several times.
      def each(parser, flag, text, key, &read)
        parser.on(flag, text) { |given| (@options[key] ||= []) << (read ? read.call(given) : given) }
      end
    end
  end
end
