# frozen_string_literal: true

module Cachemark
  module Stats
    class Judgement
      # Why a comparison has no figure: what is wrong outranks everything that was timed.
      class Grounds
        # Percent of the CPU that the host may give to others.
        MOST_STEAL_PERCENT = 5

        #: (Record, Evidence, Pairs) -> void
        def initialize(record, evidence, pairs)
          @record = record
          @evidence = evidence
          @pairs = pairs
          @proven = record.proofs.each_with_object({}) { |proof, known| known[proof.values_at("cell", "process")] = true }
        end

        # Nil, or the reason; cells are [baseline, contender], an A/A comparison has one of them twice.
        #: (Hash, Array[Hash]) -> Remark?
        def reason(comparison, cells)
          pairs = @pairs.of(comparison["comparison"])
          disqualified(cells) || stopped || unproven(cells, pairs) || steal(pairs) || different(pairs, cells)
        end

        private

        def disqualified(cells)
          cells.uniq.each do |cell|
            status, reason = @evidence.status(cell)
            next if status == "ok" || reason == Evidence::UNMEASURED

            reason ||= status
            return (reason.is_a?(Remark) ? reason : Remark.recorded(reason)).with(about: cell["contender"])
          end
          nil
        end

        # A server that is gone or was replaced, or too little time: what was measured until then may be anything.
        def stopped
          return unless @record.ending["outcome"] == "stopped early"

          Remark[:stopped, reason: @record.ending["reason"]]
        end

        # Every process has to prove itself, not only the first of its code.
        def unproven(cells, pairs)
          %w[baseline contender].zip(cells).each do |arm, cell|
            processes = pairs.flat_map { |pair| pair.arm(arm).map { |block| block["process"] } }.uniq
            lacking = processes.count { |process| !@proven[[cell["cell"], process]] }
            next if lacking.zero?

            return Remark[:unproven, lacking: lacking, processes: processes.size, about: cell["contender"]]
          end
          nil
        end

        def steal(pairs)
          known = pairs.filter_map(&:steal_percent)
          percent = known.any? ? known.sum / known.size : @record.ending.dig("machine", "steal_percent")
          return if percent.nil? || percent <= MOST_STEAL_PERCENT

          Remark[:too_much_steal, percent: percent, most: MOST_STEAL_PERCENT]
        end

        # On a server that others use too, counters say nothing.
        def different(pairs, cells)
          SameWork.difference(pairs, cells) unless @record.run.dig("server", "shared")
        end

        # The A/A check of a comparison: where the same code differed from itself, no verdict can be trusted.
        class NoiseCheck
          # The risk that any of the A/A cells of a record moves by chance: small enough to bear, large
          # enough that its dozen pairs can show it.
          ALPHA = 0.005

          # Comparisons are the record's A/A lines.
          #: (Array[Hash], Array[String], Pairs, Hash[String, Hash], ?sequential: bool) -> void
          def initialize(comparisons, metrics, pairs, cells, sequential: false)
            @alpha = ALPHA / [comparisons.size * metrics.size, 1].max
            @sequential = sequential
            @pairs = pairs
            @noise = comparisons.flat_map do |comparison|
              metrics.map { |metric| one(comparison, cells.fetch(comparison["baseline"]), metric) }
            end.freeze
          end

          # Array[Noise]: in the order of the record, one for each timed metric.
          #: () -> Array[Noise]
          def all = @noise

          # Nil, or how far the same code was from itself in the comparison's scenario.
          #: (Hash, String) -> Remark?
          def reason(comparison, metric)
            place = [*comparison.values_at("scenario", "mode"), metric]
            moved = @noise.find { |noise| noise.moved && [noise.scenario, noise.mode, noise.metric] == place } or return
            Remark[:aa_moved, effect: moved.effect]
          end

          private

          def one(comparison, cell, metric)
            effects = @pairs.effects(comparison["comparison"], metric)
            timed = Timed.new(effects, alpha: @alpha, margin: 0, sequential: @sequential).to_h
            Noise.new(contender: cell["contender"], label: Judgement.label(cell), metric: metric,
                      moved: %w[faster slower].include?(timed[:verdict]),
                      **comparison.slice("scenario", "mode").transform_keys(&:to_sym), **timed.slice(:effect, :interval, :pairs))
          end
        end

        # Whether both arms made the servers do the same work: a client that does less is not faster.
        module SameWork
          PREFIX = "server_"
          # Clients differ in them without doing other work.
          BYTES = %w[server_bytes_in server_bytes_out].freeze
          private_constant :BYTES

          class << self
            # Nil, or how the servers' counters differ beyond what the cells declare. Cells that a local cache
            # is in front of may differ: how much it answers is the client's own doing, and reported.
            #: (Array[Pairs::Pair], Array[Hash]) -> Remark?
            def difference(pairs, cells)
              return if pairs.empty? || cells.any? { |cell| cell.dig("definition", "wrap") }

              arms = %w[baseline contender].zip(cells).map { |arm, cell| work(pairs, arm, cell) }
              names = arms.flat_map(&:keys).uniq.reject { |name| arms.first[name] == arms.last[name] }
              remark(arms, names, cells) if names.any?
            end

            private

            # Rational counts of an iteration, less those that the catalogue declares beyond the scenario's.
            def work(pairs, arm, cell)
              blocks = pairs.flat_map { |pair| pair.arm(arm) }
              iterations = blocks.sum { |block| block["iterations"] }
              counters = Hash.new(0)
              blocks.each { |block| counts(block).each { |name, count| counters[name] += count if count } }
              counted = counters.to_h { |name, count| [name.delete_prefix(PREFIX), Rational(count, iterations)] }
              (cell["beyond"] || {}).each { |name, count| counted[name] = counted.fetch(name, 0) - count }
              counted.reject { |_name, count| count.zero? }.tap { |left| left.default = 0 }
            end

            def counts(block) = block.select { |name, _count| name.start_with?(PREFIX) }.except(*BYTES)

            def remark(arms, names, cells)
              sides = cells.zip(arms).map { |cell, arm| [cell["contender"], names.to_h { |name| [name, arm[name].round(2)] }] }
              Remark[:different_work, sides: sides]
            end
          end
        end
      end
    end
  end
end
