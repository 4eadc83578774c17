# frozen_string_literal: true

module Cachemark
  module Stats
    class Cost
      # A cell's cost without garbage collection, divided by that of `socket`: a collection depends on the rest of the process.
      # The processes of a generation run at the same time and are paired, so that the host's drift cancels out.
      class SocketRatio
        # `socket` shows that the machine was quiet if its own disturbance is below the first share. Calls of a client are
        # uneven if their mean is longer than their cost by more than the second share.
        QUIET = 0.15
        UNEVEN = 0.3
        # × socket contradicts the times per call if the two ratios differ by more than this share.
        CONTRADICTION = 0.2
        private_constant :QUIET, :UNEVEN

        #: (Record, Evidence) -> void
        def initialize(record, evidence)
          @evidence = evidence
          @rest = { collections: Collections.of(record), sequential: !record.run.dig("options", "until").nil? }
          @costs = {}
          @drifts = {}
          @references = evidence.cells.select { |cell| reference?(cell) }.group_by { |cell| cell.values_at("scenario", "mode") }
        end

        # The cost of a cell, which is estimated once.
        #: (Hash) -> Cost
        def cost(cell)
          @costs[cell["cell"]] ||= Cost.of(@evidence.run, @evidence.blocks(cell), **@rest, drift: -> { drift(cell["mode"]) })
        end

        # [× socket, interval]; both are nil if `socket` has no valid time for the same scenario, mode and runtime.
        #: (Hash) -> [Float?, [Float, Float]?]
        def of(cell) = over(cell, reference(cell))

        # The same for × limit: the ratio to the socket in C, whatever the language of the cell.
        #: (Hash) -> [Float?, [Float, Float]?]
        def limit(cell)
          over(cell, references(cell).find { |candidate| limit?(candidate) && endpoint(candidate) == endpoint(cell) })
        end

        # Whether the time per call of the first cell is certainly below that of the second: by both intervals, or by pairs.
        #: (Hash, Hash, alpha: Float) -> bool
        def below?(cell, other, alpha:)
          both = [cell, other].map { |side| cost(side) }
          own, there = both.map { |cost| cost.to_h[:interval] }
          return false unless own && there

          own.last < there.first || both.first.below?(pairs(cell, other), both.last, alpha: alpha)
        end

        # Whether some calls of the cell take far longer than others, while those of `socket` do not. The cost does not contain
        # work that a client does once in many calls. Its time shows that on a quiet machine, its CPU time on any.
        #: (Hash) -> bool
        def uneven?(cell)
          return false if Vocabulary::References.include?(cell["client"])

          both = [cell, reference(cell)].map { |side| side && cost(side) }
          own, there = both.map { |cost| cost && cost.to_h[:disturbance] }
          return false unless own && there

          (there < QUIET && (1 + own) / (1 + there) > 1 + UNEVEN) || busier?(*both)
        end

        # Whether × socket is far from the ratio of the two times per call. If few calls fit into a block, the ratio is one of
        # whole blocks, while the time of socket is that of its undisturbed stretches.
        #: (Hash) -> bool
        def contradicted?(cell)
          reference = reference(cell)
          ratio, = of(cell)
          return false if ratio.nil? || cell == reference

          times = [cell, reference].map { |side| cost(side).code_ns }.reduce(:/)
          Math.log(times / ratio).abs > Math.log(1 + CONTRADICTION)
        end

        private

        # Of all cells in a mode. A sequential interval is one of means, whose ratio does not depend on the drift.
        def drift(mode)
          @drifts[mode] ||= @rest[:sequential] ? Drift.new({}) : Drift.of(measured(mode).map { |cell| cost(cell) })
        end

        def measured(mode)
          @evidence.cells.select { |cell| cell["mode"] == mode && @evidence.status(cell).first == "ok" }
        end

        # Whether a call has more CPU time than fits into its time, next to what the server and the kernel take for socket.
        def busier?(own, there)
          cpu, others = [own, there].map { |cost| cpu_ns(cost.to_h) }
          !cpu.nil? && !others.nil? && cpu + there.code_ns - others > own.code_ns * (1 + UNEVEN)
        end

        # Without collection; nil if a runtime does not report it.
        def cpu_ns(cost)
          both = cost.values_at(:user_ns, :system_ns)
          both.sum - (cost[:gc_share].to_f * cost[:mean_ns]) if both.all?
        end

        def reference?(cell)
          Vocabulary::References.socket?(cell["client"]) && @evidence.status(cell).first == "ok"
        end

        def limit?(cell) = cell["client"] == Vocabulary::References::LIMIT

        def over(cell, reference)
          return [nil, nil] unless reference

          cell == reference ? cost(cell).unity : cost(cell).ratio(pairs(cell, reference), cost(reference))
        end

        def reference(cell)
          candidates = references(cell)
          candidates.include?(cell) ? cell : candidates.find { |candidate| origin(candidate) == origin(cell) }
        end

        def references(cell) = @references.fetch(cell.values_at("scenario", "mode"), [])

        def origin(cell)
          [cell["client"].to_s[%r{\A[^/]+(?=/)}], endpoint(cell), @evidence.process(cell)["runtime"]]
        end

        # A login by SASL is a cost of connections, not of calls, and the reference has none.
        def endpoint(cell) = cell["endpoint"].to_h.reject { |name, word| [name, word] == %w[auth sasl] }

        # [[OfProcess, that of the other cell in the same generation]]
        def pairs(cell, other)
          there = by_generation(other)
          cost(cell).all.filter_map { |process| there[process.generation]&.then { |paired| [process, paired] } }
        end

        # {generation => OfProcess}
        def by_generation(cell)
          (@by_generation ||= {})[cell["cell"]] ||= cost(cell).all.to_h { |process| [process.generation, process] }
        end
      end
    end
  end
end
