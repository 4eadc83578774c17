# frozen_string_literal: true

module Cachemark
  module Stats
    # Where and how a record was measured: what decides whether its figures may be compared with another's.
    class SummaryPlace
      #: (Hash[String, Object]) -> void
      def initialize(run)
        @run = run
        @facts = run["machine"] || {}
      end

      # Whether calls were due at their own times: a latency under load is no cost of a call.
      #
      #: () -> bool
      def open_loop? = !@run.dig("options", "rates").nil?

      # `machine` is its facts' own digest, `machine_description` what people know it by; `conditions` is what else makes
      # its figures a kind of their own.
      #
      #: () -> Hash[String, Object]
      def to_h
        { "command" => @run["command"], "started_at" => @run["started_at"], "version" => @run["version"],
          "suite" => @run.dig("suite", "id"), "machine" => @facts["identity"].to_s, "machine_description" => description,
          "server" => server, "placement" => placement, "governor" => @facts["governor"], "conditions" => conditions }
      end

      private

      def memory_gib = @facts["memory_bytes"] && (@facts["memory_bytes"] / (1 << 30).to_f).round

      def description
        kernel = @facts["kernel"] && "kernel #{@facts["kernel"]}"
        cores = @facts["cores"] && "#{@facts["cores"]} core#{"s" unless @facts["cores"] == 1}"
        [@facts["cpu"], cores, memory_gib && "#{memory_gib} GiB", @facts["os"], kernel].compact.join(", ")
      end

      def server
        facts = @run["server"] || {}
        count = (facts["addresses"] || []).size
        [facts["version"], ("#{count} servers" if count > 1), ("not private" if facts["private"] == false)].compact.join(", ")
      end

      def placement
        facts = @run["placement"] || {}
        facts["pinned"] == false ? "unpinned" : facts["name"].to_s
      end

      def conditions
        [("open loop" if open_loop?), ("as published" if @run.dig("suite", "published")),
         ("single calls timed" if @run.dig("options", "latencies"))].compact.join(", ")
      end
    end
  end
end
