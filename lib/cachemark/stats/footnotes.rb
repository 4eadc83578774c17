# frozen_string_literal: true

require "time"

module Cachemark
  module Stats
    # The remarks without which a row would be misread.
    class Footnotes
      # CPU seconds below which the kernel's ticks blur the split of user and system.
      ENOUGH_CPU_S = 1
      TICKS = Remark[:few_ticks, seconds: ENOUGH_CPU_S]
      DAY_S = 86_400
      private_constant :DAY_S

      # Findings: what the proxy found.
      attr_reader :findings

      #: (Evidence) -> void
      def initialize(evidence)
        @evidence = evidence
        @identical = Identical.new(evidence)
        @findings = Findings.new(evidence)
      end

      # The footnotes of a cell, given the CPU seconds behind its figures (nil: it has none).
      #
      #: (Hash, Float?) -> Array[Remark]
      def of(cell, cpu_s)
        [corrupt(cell), *declared(cell), unobserved(cell), in_flight(cell), *found(cell), absorbed(cell), ticks(cpu_s)]
          .compact.uniq.freeze
      end

      # Those of a cell in the table of work.
      #
      #: (Hash) -> Array[Remark]
      def of_work(cell)
        [*recorded(cell["footnotes"]), in_flight(cell), identical(cell), *@findings.of(cell), shims(cell)].compact.uniq.freeze
      end

      # Those of a verdict: of its two cells, each about its contender unless it is true of both, and how the work of the
      # two differs.
      #
      #: (Hash, Hash) -> Array[Remark]
      def of_verdict(baseline, contender)
        theirs, own = [baseline, contender].map { |cell| by_itself(cell) }
        [*about("both", own & theirs), *about(contender, own - theirs),
         *about(baseline, theirs - own).reject { |remark| remark.id == :identical },
         *differences(contender, baseline), *differences(baseline, contender)].freeze
      end

      # Contenders with the same code and options as a cell's.
      #
      #: (Hash) -> Array[String]
      def twins(cell) = @identical.others(cell)

      private

      def by_itself(cell)
        [corrupt(cell), *declared(cell), unobserved(cell), in_flight(cell), absorbed(cell)].compact.uniq
      end

      # How a cell's work differs from that of the other, beyond what both have.
      def differences(cell, other)
        own, theirs = [[cell, other], [other, cell]].map { |pair| @findings.versus(*pair).reject(&:minor) }
        about(cell, own.reject { |remark| theirs.map(&:bare).include?(remark.bare) })
      end

      def about(whom, remarks)
        whom = whom["contender"] if whom.is_a?(Hash)
        remarks.map { |remark| remark.with(about: whom) }
      end

      # A check found that the contender returns wrong values; the run's first line keeps which cases, and when.
      def corrupt(cell)
        found = @evidence.run.dig("warnings", cell["contender"]) or return
        checked = found["cases"].values.max
        days = ((Time.iso8601(@evidence.run["started_at"]) - Time.iso8601(checked)) / DAY_S).floor
        Remark[:corrupt, cases: found["cases"].keys, checked: checked[0, 10], days: days, notation: found["notation"]]
      end

      def declared(cell)
        proven = @evidence.proofs(cell).flat_map { |proof| proof["footnotes"] || [] }
        [*recorded(cell["footnotes"]), *recorded(proven), shims(cell), identical(cell)]
      end

      def recorded(texts) = (texts || []).map { |text| Remark.recorded(text) }

      def shims(cell)
        names = @evidence.environment(cell)["shims"]
        Remark[:shims, names: names] if names&.any?
      end

      def identical(cell)
        Remark[:identical, contenders: twins(cell)] if twins(cell).any?
      end

      # A row keeps its speed where only the look at its work failed, but must not look like a checked one.
      def unobserved(cell)
        reason = @evidence.unobserved(cell)
        Remark[:unobserved, reason: reason.lines.first.chomp] if reason
      end

      def in_flight(cell)
        line = @evidence.in_flight(cell) or return
        return Remark[:in_flight_unknown, reason: line["reason"]] unless line["seen"]

        Remark[:in_flight, seen: line["seen"], of: line["of"], why: (cell["mode_note"] if line["seen"] < line["of"])]
      end

      # What the proxy found, in the words that rows can share.
      def found(cell) = @findings.of(cell).reject(&:minor).map(&:bare)

      # Reads that a local cache answered: the server's count compared with the caller's.
      def absorbed(cell)
        block = @evidence.blocks(cell).first
        reads = @evidence.proofs(cell).last&.values_at("hits", "misses")&.compact&.sum
        return unless block && block["server_hits"] && reads&.positive?

        served = (block["server_hits"] + block["server_misses"]).fdiv(block["iterations"]).round
        Remark[:absorbed, reads: reads, served: served] if served < reads
      end

      def ticks(cpu_s)
        TICKS unless cpu_s.nil? || cpu_s >= ENOUGH_CPU_S
      end

      # Contenders that run the same code with the same effective options: an A/A check at no cost, and a comparison that
      # compares nothing.
      class Identical
        #: (Evidence) -> void
        def initialize(evidence)
          @evidence = evidence
          first_cells = evidence.cells.uniq { |cell| cell["contender"] }
          @twins = first_cells.group_by { |cell| identity(cell) }
        end

        # The contender's twins, by their ids.
        #
        #: (Hash) -> Array[String]
        def others(cell)
          identity = identity(cell)
          identity ? @twins[identity].map { |twin| twin["contender"] } - [cell["contender"]] : []
        end

        # Whether two cells ran the same code with the same options.
        #
        #: (Hash, Hash) -> bool
        def same?(one, other)
          identity = identity(one)
          !identity.nil? && identity == identity(other)
        end

        private

        # nil while nothing was loaded.
        def identity(cell)
          process = @evidence.process(cell)
          return unless process["digest"]

          [cell["client"], process["digest"], process["runtime"], options(cell), @evidence.environment(cell)["gems"]]
        end

        # Effective options where the record has them: a default written out is the default.
        def options(cell)
          @evidence.environment(cell)["options"]&.sort || cell["notation"].to_s.split(",").drop(1).sort
        end
      end
    end
  end
end
