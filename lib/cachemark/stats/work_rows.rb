# frozen_string_literal: true

module Cachemark
  module Stats
    # The rows of a table of work: what the proxy saw of each cell, beside what it was to do.
    class WorkRows
      FIGURES = %i[round_trips bytes_out bytes_in hits misses errors exceptions locks strangers key_bytes commands].freeze
      # Of the first iteration, where they were others.
      FIRST = %i[round_trips bytes_out bytes_in hits misses errors].freeze

      #: (Record) -> void
      def initialize(record)
        @evidence = Evidence.new(record)
        @identical = Identical.new(@evidence)
        @findings = Findings.new(@evidence)
      end

      #: () -> Array[WorkRow]
      def to_a = @evidence.cells.map { |cell| row(cell) }.freeze

      private

      def row(cell)
        seen = @findings.observation(cell)
        status, reason = Status.of(cell, @evidence, measured: !seen.nil?)
        WorkRow.new(**Row.head(cell, @evidence), **(status == "ok" ? figures(seen) : {}),
                    status: status, reason: reason, in_flight: InFlight.of(cell, @evidence), footnotes: footnotes(cell))
      end

      def figures(seen)
        warm, cold = [seen.warm, seen.cold].map { |work| FIGURES.to_h { |name| [name, work.public_send(name)] } }
        calls = seen.definition.pairs? ? { calls: seen.definition.steps.size } : {}
        { **warm, **calls, first: cold.slice(*FIRST).reject { |name, figure| warm[name] == figure }.freeze }
      end

      def footnotes(cell)
        shims = @evidence.environment(cell)["shims"] || []
        [*cell["footnotes"], InFlight.sentence(cell, @evidence), @identical.sentence(cell), *@findings.of(cell).map(&:to_s),
         ("runs with shim #{shims.join(", ")}" if shims.any?)].compact.uniq.freeze
      end
    end
  end
end
