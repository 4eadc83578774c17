# frozen_string_literal: true

module Cachemark
  module Stats
    # The result of a cell's stampedes. FIGURES names the members that reports print.
    #
    # - `workers` asked at once in each of `expiries`. `ttl` is in seconds, `compute_ms` how long a computation took.
    # - `recomputations` is {mean:, lowest:, highest:} per expiry, nil without any expiry.
    # - `others` has the latencies of the callers that computed nothing: {count:, p50_ns: ... max_ns:}. It is nil if each
    #   caller computed.
    # - `stale` is how many calls returned the expired value, where that is right. `wrong` returned anything else that
    #   nobody had just computed, and `raised` raised. `example` is a wrong value, `errors` has the errors by class.
    # - `lack` is why a row with a time has no stampede, or nil.
    class Stampede < Value.define(:workers, :ttl, :compute_ms, expiries: 0, recomputations: nil, others: nil, stale: 0,
                                  wrong: 0, raised: 0, example: nil, errors: {}.freeze, lack: nil)
      DONE = 1
      RAISED = 3
      # The version of the values that expire; that of worker w, from 0, is OWN + w.
      STORED = 1
      OWN = 2
      # Members that reports print.
      FIGURES = %i[workers ttl compute_ms expiries recomputations others stale wrong raised].freeze
      private_constant :DONE, :RAISED, :STORED, :OWN

      # Of a cell and its line in the record, which may have none. Its scenario has stampedes. `lack` is why it has none.
      #: (Hash, Hash?, ?lack: String?) -> Stampede
      def self.of(cell, line, lack: nil)
        facts = cell["definition"]["stampede"].transform_keys(&:to_sym)
        line ? Calls.new(facts, line, stale: stale?(cell["definition"]["steps"])).stampede : new(**facts, lack: lack)
      end

      # Whether calls with these steps may return an expired value.
      #: (Array[Hash]) -> bool
      def self.stale?(steps) = steps.any? { |step| step["race_condition_ttl"] }

      #: () -> Integer
      def calls = workers * expiries

      # Why the row cannot be right: [status, Remark]; nil if nothing is wrong.
      #: () -> [String, Remark]?
      def problem
        return ["invalid", Remark[:stampede_wrong, wrong: wrong, calls: calls, example: example]] if wrong.positive?

        ["failed", Remark[:stampede_raised, raised: raised, calls: calls, errors: errors]] if raised.positive?
      end

      # Its figures, as documents have them, and why there are none.
      #: () -> Hash[Symbol, Object]
      def facts = { **to_h.slice(*FIGURES), **(lack ? { lack: lack } : {}) }

      # Reads the calls of a line.
      class Calls
        # One call: whether it computed, its outcome, the version that it returned, and its latency in ns.
        Call = Struct.new(:computed, :outcome, :version, :latency_ns) do
          def done? = outcome == DONE
        end
        private_constant :Call

        #: (Hash, Hash, stale: bool) -> void
        def initialize(facts, line, stale:)
          @facts = facts
          @line = line
          @stale = stale
          @expiries = line["expiries"].map { |expiry| calls(expiry) }
        end

        #: () -> Stampede
        def stampede
          kinds = @expiries.flat_map { |calls| calls.map { |call| kind(call, calls) } }.tally
          Stampede.new(**@facts, expiries: @expiries.size, recomputations: recomputations, others: others,
                                 **%i[stale wrong raised].to_h { |kind| [kind, kinds.fetch(kind, 0)] },
                                 example: @line["mismatches"].first&.fetch("actual"), errors: @line["errors"])
        end

        private

        def calls(expiry)
          { "computed" => "C*", "outcomes" => "C*", "versions" => "L<*", "latencies" => "Q<*" }
            .map { |name, form| expiry[name].unpack1("m").unpack(form) }.transpose.map { |call| Call.new(*call) }
        end

        # A right value was computed by a caller of the same stampede.
        def kind(call, calls)
          return :raised if call.outcome == RAISED
          return :wrong unless call.done?
          return @stale ? :stale : :wrong if call.version == STORED

          computed?(call.version - OWN, calls) ? :new : :wrong
        end

        def computed?(worker, calls) = worker.between?(0, calls.size - 1) && calls[worker].computed.positive?

        def recomputations
          counts = @expiries.map { |calls| calls.sum(&:computed) }
          { mean: counts.sum.fdiv(counts.size), lowest: counts.min, highest: counts.max }.freeze if counts.any?
        end

        def others
          histogram = Latencies::Histogram.new
          @expiries.flatten.each { |call| histogram.record(call.latency_ns) if call.computed.zero? }
          Latencies.figures(histogram).freeze if histogram.count.positive?
        end
      end
      private_constant :Calls
    end
  end
end
