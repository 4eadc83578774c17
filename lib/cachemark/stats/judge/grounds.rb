# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # Why a comparison has no figure: what is wrong outranks everything that was timed.
      class Grounds
        # Percent of the CPU that the host may give to others.
        MOST_STOLEN = 5

        #: (Record, Evidence, PairEvidence) -> void
        def initialize(record, evidence, pair_evidence)
          @record = record
          @evidence = evidence
          @pair_evidence = pair_evidence
          @proven = record.proofs.each_with_object({}) { |proof, known| known[proof.values_at("cell", "process")] = true }
        end

        # Nil, or the reason; cells are [baseline, contender], an A/A comparison has one of them twice.
        #
        #: (Hash, Array[Hash]) -> String?
        def reason(comparison, cells)
          pairs = @pair_evidence.pairs(comparison["comparison"])
          disqualified(cells) || stopped || unproven(cells, pairs) || stolen(pairs) || different(pairs, cells)
        end

        private

        def disqualified(cells)
          cells.uniq.each do |cell|
            status, reason = Status.of(cell, @evidence)
            next if status == "ok" || reason == Status::UNMEASURED

            return "#{cell["contender"]}: #{reason || status}"
          end
          nil
        end

        # A server that is gone or another one, or too little time: what was measured until then may be anything.
        def stopped
          return unless @record.ending["outcome"] == "stopped early"

          ["the run could not go to its end", @record.ending["reason"]].compact.join(": ")
        end

        # Every process has to prove itself, not only the first of its code.
        def unproven(cells, pairs)
          %w[baseline contender].zip(cells).each do |arm, cell|
            processes = pairs.flat_map { |pair| pair.blocks.filter_map { |block| block["process"] if block["arm"] == arm } }.uniq
            lacking = processes.count { |process| !@proven[[cell["cell"], process]] }
            next if lacking.zero?

            return "#{cell["contender"]}: no proof of the replies of #{lacking} of #{processes.size} processes"
          end
          nil
        end

        def stolen(pairs)
          told = pairs.filter_map(&:steal_percent)
          percent = told.any? ? told.sum / told.size : @record.ending.dig("machine", "steal_percent")
          return if percent.nil? || percent <= MOST_STOLEN

          format("the host took %.1f %% of the CPU away (more than %d %%): measure when it is quieter", percent, MOST_STOLEN)
        end

        # On a server that others use too, counters say nothing.
        def different(pairs, cells)
          SameWork.difference(pairs, cells) unless @record.run.dig("server", "shared")
        end
      end
    end
  end
end
