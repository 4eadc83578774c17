# frozen_string_literal: true

module Cachemark
  module Stats
    # The sentences without which a row would be misread.
    class Footnotes
      # CPU seconds below which the kernel's ticks blur the split of user and system.
      ENOUGH_CPU_S = 1
      TICKS = "user and system from less than #{ENOUGH_CPU_S} s of CPU: the kernel counts ticks".freeze

      #: (Evidence) -> void
      def initialize(evidence)
        @evidence = evidence
        @identical = Identical.new(evidence)
        @findings = Findings.new(evidence)
      end

      # The footnotes of a cell, given the CPU seconds behind its figures (nil: it has none).
      #
      #: (Hash, Float?) -> Array[String]
      def of(cell, cpu_s)
        [corrupt(cell), *declared(cell), in_flight(cell), *found(cell), absorbed(cell), ticks(cpu_s)].compact.uniq
      end

      # Those that stand whatever others do.
      #
      #: (Hash) -> Array[String]
      def of_itself(cell) = [corrupt(cell), *declared(cell), in_flight(cell), absorbed(cell)].compact.uniq

      # How a cell's work differs from that of one other.
      #
      #: (Hash, Hash) -> Array[String]
      def differences(cell, other)
        own, theirs = [[cell, other], [other, cell]].map { |pair| @findings.beside(*pair).reject(&:minor) }
        own.reject { |finding| theirs.map(&:text).include?(finding.text) }.map(&:to_s)
      end

      private

      def corrupt(cell) = Mark.sentence(@evidence.run, cell["contender"])

      def declared(cell)
        environment = @evidence.environment(cell)
        proven = @evidence.proofs(cell).flat_map { |proof| proof["footnotes"] || [] }
        [*cell["footnotes"], *proven, *shims(environment["shims"]), @identical.sentence(cell)]
      end

      def in_flight(cell) = InFlight.sentence(cell, @evidence)

      # What the proxy found, in the words that rows can share.
      def found(cell) = @findings.of(cell).reject(&:minor).map(&:text)

      def shims(names)
        return [] if names.nil? || names.empty?

        ["runs with shim #{names.join(", ")}"]
      end

      # Reads that a local cache answered: the server's count beside the caller's.
      def absorbed(cell)
        block = @evidence.blocks(cell).first
        reads = @evidence.proofs(cell).last&.values_at("hits", "misses")&.compact&.sum
        return unless block && block["server_hits"] && reads&.positive?

        served = (block["server_hits"] + block["server_misses"]).fdiv(block["iterations"]).round
        "a local cache answers #{reads - served} of #{reads} reads, the server #{served}" if served < reads
      end

      def ticks(cpu_s)
        TICKS unless cpu_s.nil? || cpu_s >= ENOUGH_CPU_S
      end
    end
  end
end
