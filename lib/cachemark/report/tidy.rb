# frozen_string_literal: true

require "csv"

module Cachemark
  module Report
    # Long CSV: a line is one figure of one row, so that data frames filter and plot it as it is. Every line has what
    # tells runs apart; a row without figures has one line, with its status and the reason.
    class Tidy
      # Figure => its unit, in the order of the lines; the names are those of JSON.
      UNITS = { wall_ns: "ns/call", mean_ns: "ns/call", pass_ns: "ns/iteration", user_ns: "ns/call", system_ns: "ns/call",
                cpu_s: "s", fastest_ns: "ns/call", socket_ratio: "ratio", allocations: "objects/call", gc_share: "share",
                hits: "keys/iteration", misses: "keys/iteration" }.freeze
      INTERVALS = { wall_ns: :interval, socket_ratio: :socket_ratio_interval }.freeze
      IDENTITY = %i[contender notation client version runtime scenario mode status reason].freeze
      FIGURE = %w[figure unit value low high].freeze

      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s
        ::CSV.generate do |csv|
          csv << [*run.keys, *identity_names, *FIGURE]
          shown.each { |row| lines(row).each { |line| csv << line } }
        end
      end

      private

      def identity_names = IDENTITY
      def shown = @table.shown

      def run
        @run ||= { "started_at" => @table.run["started_at"], "cachemark" => @table.version, "command" => @table.command,
                   "suite" => @table.suite["id"], "cpu" => @table.machine["cpu"], "server" => @table.server["version"],
                   "placement" => @table.placement["name"], "seed" => @table.run["seed"] }
      end

      def lines(row)
        told = figures(row)
        told = [[]] if told.empty?
        told.map { |figure| [*run.values, *identity_names.map { |name| row[name] }, *figure.values_at(0..4)] }
      end

      # Array of [figure, unit, value, low, high]; only what there is.
      def figures(row)
        [*UNITS.map { |name, unit| [name, unit, row[name], *(row[INTERVALS[name]] if INTERVALS[name])] },
         *latencies(row)].select { |_, _, value| value }
      end

      def latencies(row)
        (row.latencies || {}).map { |name, value| ["latency_#{name}", name == :count ? "calls" : "ns", value] }
      end
    end
  end
end
