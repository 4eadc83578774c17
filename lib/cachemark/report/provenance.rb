# frozen_string_literal: true

module Cachemark
  module Report
    # Where figures come from, in sentences. Takes whatever has run, machine, server,
    # placement and environments, as Stats::Table does.
    class Provenance
      #: (Stats::Comparison | Stats::Steps) -> void
      def initialize(origin)
        @origin = origin
      end

      # Machine, runtimes, server and the command, each as one sentence.
      #
      #: () -> Array[String]
      def sentences = [machine, *runtimes, server, made].compact

      # The first of a document: what it is and where it was measured.
      #
      #: (String) -> Hash[Symbol, Object]
      def head(schema)
        { schema: schema, command: @origin.command, cachemark: @origin.version, started_at: @origin.run["started_at"],
          seed: @origin.run["seed"], suite: @origin.run["suite"] || {}, options: @origin.options, machine: @origin.machine,
          server: @origin.server, placement: @origin.placement, outcome: @origin.outcome, notes: @origin.notes }
      end

      private

      def machine = Published::Origin.new(@origin).machine.delete_prefix("- ").delete_suffix(".")
      def runtimes = @origin.environments.filter_map { |environment| environment.dig("runtime", "description") }.uniq

      def server
        version = @origin.server["version"]
        pinned = "nothing pinned" if @origin.placement["pinned"] == false
        "memcached #{version}, #{["placement #{@origin.placement["name"] || "unknown"}", pinned].compact.join(", ")}" if version
      end

      def made
        seed = ", seed #{@origin.run["seed"]}" if @origin.run["seed"]
        "Cachemark #{@origin.version}, #{@origin.run["started_at"]}#{seed}: #{CommandLine.of(@origin.run["argv"])}"
      end
    end
  end
end
