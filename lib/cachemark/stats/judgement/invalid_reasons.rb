# frozen_string_literal: true

module Cachemark
  module Stats
    class Judgement
      # Finds the reasons why a comparison has no figure. They outrank everything that was timed.
      class InvalidReasons
        # Percent of the CPU time that the host may give to others.
        MOST_STEAL_PERCENT = 5

        #: (Record, Evidence, Pairs) -> void
        def initialize(record, evidence, pairs)
          @record = record
          @evidence = evidence
          @pairs = pairs
          @proven = record.proofs.each_with_object({}) { |proof, known| known[proof.values_at("cell", "process")] = true }
        end

        # Nil, or the reason. `cells` are [baseline, contender]; an A/A comparison has the same cell twice. By method 1
        # (TimeMethod), steal time says something against a figure that was timed.
        #: (Hash, Array[Hash], ?timed: bool) -> Remark?
        def reason(comparison, cells, timed: true)
          pairs = @pairs.all(comparison["comparison"])
          disqualified(cells) || stopped || unproven(cells, pairs) || (steal(pairs) if timed) || different(pairs, cells)
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

        # The server is gone or was replaced: the results until then cannot be trusted. Too little time spoils no pair; older
        # records do not say that it was the reason.
        def stopped
          Remark[:stopped, reason: @record.ending["reason"]] if @record.aborted?
        end

        # Replies are verified in every process, not only in the first that runs the code.
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
          return unless TimeMethod.first?(@record.run)

          known = pairs.filter_map(&:steal_percent)
          percent = known.any? ? known.sum / known.size : @record.ending.dig("machine", "steal_percent")
          return if percent.nil? || percent <= MOST_STEAL_PERCENT

          Remark[:too_much_steal, percent: percent, most: MOST_STEAL_PERCENT]
        end

        # If others use the server too, its counters show nothing.
        def different(pairs, cells)
          SameWork.difference(pairs, cells) unless @record.run.dig("server", "shared")
        end

        # The A/A check of a comparison. If the same code differed from itself, a change must exceed that difference as well. By
        # method 1 (TimeMethod), no verdict could be trusted.
        class NoiseCheck
          # The risk that any of a record's A/A cells moves by chance. It is small enough to bear, and large enough that a
          # dozen pairs can show a difference.
          ALPHA = 0.005

          # `comparisons` are the record's A/A lines.
          #: (Array[Hash], Array[String], Pairs, Hash[String, Hash], ?sequential: bool) -> void
          def initialize(comparisons, metrics, pairs, cells, sequential: false)
            @comparisons = comparisons
            @alpha = ALPHA / [comparisons.size * metrics.size, 1].max
            @sequential = sequential
            @pairs = pairs
            @cells = cells
            @noise = comparisons.product(metrics).map { |comparison, metric| one(comparison, metric) }.freeze
          end

          # Array[Noise]: in the order of the record, one for each timed metric.
          #: () -> Array[Noise]
          def all = @noise

          # How much the same code differed in the comparison's scenario, as a share; nil if it did not.
          #: (Hash, String) -> Float?
          def difference(comparison, metric)
            place = comparison.values_at("scenario", "mode")
            of(metric).find { |noise| noise.moved && [noise.scenario, noise.mode] == place }&.effect
          end

          private

          # Each answer about time has its own check.
          def of(metric)
            known = @noise.select { |noise| noise.metric == metric }
            known.any? || counted?(metric) ? known : @comparisons.map { |comparison| one(comparison, metric) }
          end

          def counted?(metric) = Vocabulary::Metrics[metric].exact?

          def one(comparison, metric)
            cell = @cells.fetch(comparison["baseline"])
            effects = @pairs.effects(comparison["comparison"], metric)
            timed = Timed.new(effects, alpha: @alpha, margin: 0, sequential: @sequential).to_h
            Noise.new(contender: cell["contender"], label: Judgement.label(cell), metric: metric,
                      moved: %w[faster slower].include?(timed[:verdict]),
                      **comparison.slice("scenario", "mode").transform_keys(&:to_sym), **timed.slice(:effect, :interval, :pairs))
          end
        end

        # Checks whether both arms made the servers do the same work: a client that does less is not faster.
        module SameWork
          PREFIX = "server_"
          # Clients differ in bytes without doing different work.
          BYTES = %w[server_bytes_in server_bytes_out].freeze
          private_constant :BYTES

          class << self
            # Nil, or how the servers' counters differ beyond the differences that the cells declare. Cells with a local
            # cache may differ, because each client decides how much its cache answers; reports show it.
            #: (Array[Pairs::Pair], Array[Hash]) -> Remark?
            def difference(pairs, cells)
              return if pairs.empty? || cells.any? { |cell| cell.dig("definition", "wrap") }

              arms = %w[baseline contender].zip(cells).map { |arm, cell| work(pairs, arm, cell) }
              names = arms.flat_map(&:keys).uniq.reject { |name| arms.first[name] == arms.last[name] }
              remark(arms, names, cells) if names.any?
            end

            private

            # Rational counts per iteration, minus those that the catalogue declares in addition to the scenario's.
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
