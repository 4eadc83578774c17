# frozen_string_literal: true

module Cachemark
  module Stats
    class Outage
      # The calls of a run, each with its outcome:
      #
      # - "ok": a value, or a write that was stored.
      # - "late": the same, but more than LATE_NS after the call was due.
      # - "miss": a key that exists was not found.
      # - "error": the client raised, or reported that a write was not stored.
      # - "unsent": the run had ended before the client was free to make the call.
      # - "stale": an older value than the last one that was reported as written.
      # - "wrong": anything that was never written under this key.
      class Calls
        OUTCOMES = %w[ok late miss error unsent stale wrong].freeze
        # The outcomes of requests that were lost.
        LOST = %w[miss error unsent].freeze
        # A call that ends later after it was due is late.
        LATE_NS = 100_000_000
        # The codes of the protocol.
        UNSENT, DONE, ABSENT, RAISED, WRONG, UNSAID = *0..5
        # The lists in the lines of the record: {field => the form of its numbers}.
        PLANNED = { "arrivals" => "Q<*", "keys" => "L<*", "writes" => "C*", "versions" => "L<*" }.freeze
        REPORTED = { "lags" => "Q<*", "latencies" => "Q<*", "outcomes" => "C*", "versions" => "L<*", "fills" => "C*" }.freeze
        private_constant :PLANNED, :REPORTED
        private_constant :UNSENT, :DONE, :ABSENT, :RAISED, :WRONG, :UNSAID

        # `due_ns`, `began_ns` and `end_ns` are after the start of the run; the last two are nil for a call that was never made.
        Call = Value.define(:outcome, :due_ns, :began_ns, :end_ns) do
          #: () -> Integer?
          def latency_ns = end_ns && (end_ns - due_ns)

          #: () -> bool
          def lost? = LOST.include?(outcome)
        end

        # Takes a run's lines of the record.
        #: (Hash, Hash) -> void
        def initialize(traffic, run)
          @dues, @keys, @writes, @versions = numbers(traffic, PLANNED)
          @lags, @latencies, @codes, @read, @fills = numbers(run, REPORTED)
        end

        # In the order in which they were due.
        #: () -> Array[Call]
        def to_a
          @acknowledged = Hash.new(0)
          @dues.each_index.map { |at| call(at).tap { note(at) } }
        end

        private

        def numbers(line, forms) = forms.map { |field, form| line.fetch(field).unpack1("m").unpack(form) }

        def call(at)
          due = @dues[at]
          sent = @codes[at] != UNSENT
          Call.new(outcome: outcome(at, write?(at)), due_ns: due, began_ns: (due + @lags[at] if sent),
                   end_ns: (due + @latencies[at] if sent))
        end

        def write?(at) = @writes[at] == 1

        def outcome(at, write)
          case @codes[at]
          when UNSENT then "unsent"
          when RAISED then "error"
          when WRONG then "wrong"
          when ABSENT then write ? "error" : "miss"
          else
            return "stale" if !write && @read[at] < @acknowledged[@keys[at]]

            @latencies[at] > LATE_NS ? "late" : "ok"
          end
        end

        # The last version of a key that the client reported as written, by the call or by its fill.
        def note(at)
          stored = write?(at) ? @codes[at] : @fills[at]
          @acknowledged[@keys[at]] = @versions[at] if stored == DONE
        end
      end
    end
  end
end
