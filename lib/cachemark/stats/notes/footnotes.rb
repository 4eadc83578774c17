# frozen_string_literal: true

require "time"

module Cachemark
  module Stats
    module Notes
      # The remarks without which a row would be misread.
      class Footnotes
        # With fewer CPU seconds, the kernel's ticks blur the split into user and system time.
        ENOUGH_CPU_S = 1
        TICKS = Remark[:few_ticks, seconds: ENOUGH_CPU_S]
        DAY_S = 86_400
        private_constant :DAY_S

        # Findings: from the proxy's observations.
        attr_reader :findings

        #: (Evidence) -> void
        def initialize(evidence)
          @evidence = evidence
          @identical = Identical.new(evidence)
          @findings = Findings.new(evidence)
        end

        # The footnotes of a cell, given the CPU seconds behind its figures (nil if it has none).
        #: (Hash, Float?) -> Array[Remark]
        def of(cell, cpu_s)
          [corrupt(cell), *declared(cell), floor(cell), unobserved(cell), unsettled(cell), in_flight(cell), *found(cell),
           answered_locally(cell), ticks(cpu_s)].compact.uniq.freeze
        end

        # The footnotes of a cell in the table of work.
        #: (Hash) -> Array[Remark]
        def of_work(cell)
          [*recorded(cell["footnotes"]), *without_effect(cell), floor(cell), in_flight(cell), identical(cell),
           *@findings.of(cell), shims(cell)].compact.uniq.freeze
        end

        # The footnotes of a verdict: those of its two cells, and how the work of the two differs. Each is about one
        # contender, unless it is true of both.
        #: (Hash, Hash) -> Array[Remark]
        def of_verdict(baseline, contender)
          theirs, own = [baseline, contender].map { |cell| own_remarks(cell) }
          [*about("both", own & theirs), *about(contender, own - theirs),
           *about(baseline, theirs - own).reject { |remark| remark.id == :identical },
           *differences(contender, baseline), *differences(baseline, contender)].freeze
        end

        # Contenders with the same code and options as a cell's.
        #: (Hash) -> Array[String]
        def identical_contenders(cell) = @identical.others(cell)

        private

        def own_remarks(cell)
          [corrupt(cell), *declared(cell), floor(cell), unobserved(cell), unsettled(cell), in_flight(cell),
           answered_locally(cell)].compact.uniq
        end

        # Remarks about how a cell's work differs from that of the other, without those that apply in both directions.
        def differences(cell, other)
          own, theirs = [[cell, other], [other, cell]].map { |pair| @findings.compared_with(*pair).reject(&:minor) }
          about(cell, own.reject { |remark| theirs.map(&:without_detail).include?(remark.without_detail) })
        end

        def about(whom, remarks)
          whom = whom["contender"] if whom.is_a?(Hash)
          remarks.map { |remark| remark.with(about: whom) }
        end

        # A check found that the contender returns wrong values. The run's first line keeps the cases and the dates.
        def corrupt(cell)
          found = @evidence.run.dig("warnings", cell["contender"]) or return
          checked = found["cases"].values.max
          days = ((Time.iso8601(@evidence.run["started_at"]) - Time.iso8601(checked)) / DAY_S).floor
          Remark[:corrupt, cases: found["cases"].keys, checked: checked[0, 10], days: days, notation: found["notation"]]
        end

        def declared(cell)
          proven = @evidence.proofs(cell).flat_map { |proof| proof["footnotes"] || [] }
          [*recorded(cell["footnotes"]), *recorded(proven), *without_effect(cell), shims(cell), identical(cell)]
        end

        def recorded(texts) = (texts || []).map { |text| Remark.recorded(text) }

        def floor(cell) = Notes.below_floor(cell["floor"], @evidence.server_version(cell))

        def without_effect(cell)
          @evidence.options_without_effect(cell).map { |row| Remark[:no_effect_seen, option: row.option, given: row.value] }
        end

        def shims(cell)
          names = @evidence.environment(cell)["shims"]
          Remark[:shims, names: names] if names&.any?
        end

        def identical(cell)
          Remark[:identical, contenders: identical_contenders(cell)] if identical_contenders(cell).any?
        end

        # If only the observation of its work failed, a row keeps its speed, but it must not look like an observed row.
        def unobserved(cell)
          reason = @evidence.unobserved(cell)
          Remark[:unobserved, reason: reason.lines.first.chomp] if reason
        end

        # In some processes, the code was still being compiled, or became faster, when the time for that was over.
        def unsettled(cell)
          all, settled = @evidence.warm_up(cell)&.values_at(:processes, :settled)
          Remark[:unsettled, count: all - settled, of: all] if all != settled
        end

        def in_flight(cell)
          line = @evidence.in_flight(cell) or return
          return Remark[:in_flight_unknown, reason: line["reason"]] unless line["seen"]

          seen, of = line.values_at("seen", "workers")
          Remark[:in_flight, seen: seen, of: of, why: (cell["mode_note"] if seen < of)]
        end

        # The proxy's findings, without the details of one row, so that rows can share them.
        def found(cell) = @findings.of(cell).reject(&:minor).map(&:without_detail)

        # Reads that a local cache answered: the difference between the server's count and the caller's.
        def answered_locally(cell)
          block = @evidence.blocks(cell).first
          reads = @evidence.proofs(cell).last&.values_at("hits", "misses")&.compact&.sum
          return unless block && block["server_hits"] && reads&.positive?

          counters = Observation::Definition.new(cell["definition"]).lookup_counters
          served = counters.sum { |name| block["server_#{name}"] || 0 }.fdiv(block["iterations"]).round
          Remark[:answered_locally, reads: reads, served: served] if served < reads
        end

        def ticks(cpu_s)
          TICKS unless cpu_s.nil? || cpu_s >= ENOUGH_CPU_S
        end

        # Contenders that run the same code with the same effective options. A comparison of them compares nothing, but it is
        # an A/A check at no cost.
        class Identical
          #: (Evidence) -> void
          def initialize(evidence)
            @evidence = evidence
            first_cells = evidence.cells.uniq { |cell| cell["contender"] }
            @same_code = first_cells.group_by { |cell| identity(cell) }
          end

          # Ids of the other contenders that are identical to the cell's.
          #: (Hash) -> Array[String]
          def others(cell)
            identity = identity(cell)
            identity ? @same_code[identity].map { |other| other["contender"] } - [cell["contender"]] : []
          end

          # Whether two cells ran the same code with the same options.
          #: (Hash, Hash) -> bool
          def same?(one, other)
            identity = identity(one)
            !identity.nil? && identity == identity(other)
          end

          private

          # nil if no process has reported its code.
          def identity(cell)
            process = @evidence.process(cell)
            return unless process["digest"]

            [*cell.values_at("client", "endpoint"), process["digest"], process["runtime"], options(cell),
             @evidence.environment(cell)["gems"]]
          end

          # The effective options if the record has them: a default that is written out is still the default.
          def options(cell)
            @evidence.environment(cell)["options"]&.sort || cell["notation"].to_s.split(",").drop(1).sort
          end
        end
      end
    end
  end
end
