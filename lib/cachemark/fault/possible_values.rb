# frozen_string_literal: true

require "json"

module Cachemark
  module Fault
    # The values that each key may hold after each call: the last acknowledged one, and those that may have been written
    # since. Valid for calls that were made one after the other.
    class PossibleValues
      AS_NUMBER = { true => "1", false => "0" }.freeze

      # A value as the driver reported it when it was written; raw: written as bytes, so that its type is lost.
      Held = Value.define(:reported, :raw) do
        def same?(other) = raw ? like?(other) : Held.unordered(other) == Held.unordered(reported)

        # A mapping is the same in whatever order its language keeps it.
        def self.unordered(reported)
          case reported
          when Hash then reported.to_h { |name, part| [name, name == "pairs" ? by_key(part) : unordered(part)] }
          when Array then reported.map { |part| unordered(part) }
          else reported
          end
        end

        def self.by_key(pairs) = pairs.map { |pair| unordered(pair) }.sort_by { |key, _| ::JSON.generate(key) }
        private_class_method :by_key

        # Whether the bytes are the same, whatever the type.
        def like?(other) = Held.text(other) == Held.text(reported)

        # The form for comparisons: truth as a number. A miss has none.
        def self.text(reported)
          return if reported.nil?
          return AS_NUMBER[reported] if AS_NUMBER.key?(reported)

          Trial::Call.bytes(reported)&.b || (reported.is_a?(Hash) ? reported.except("encoding") : reported.to_s)
        end
      end

      # Means an absent key.
      ABSENT = Held.new(reported: nil, raw: false)
      private_constant :AS_NUMBER

      class << self
        # Calls the block with each reading of a trial that the key cannot hold. The arguments are the call, the key's name,
        # the value, the problem, and the peer that wrote the key (nil for the contender itself). The problems are:
        #
        # - :missed: no value, although one was written,
        # - :stale: a value that the key held before,
        # - :changed: the right bytes, of another type,
        # - :undecoded: the bytes as another client left them on the server,
        # - :misread: another value made from those bytes,
        # - :others: another key's value,
        # - :wrong: any other value.
        #: (Trial) { (Call, String, Object, Symbol, String?) -> Object } -> Array[Object]
        def wrong_readings(trial)
          values = new(trial.canary, failing: trial.bounds&.misses ? [false, nil] : [false])
          trial.calls.flat_map do |call|
            found = readings(call, trial.names).filter_map do |name, value|
              problem = values.problem(name, value) or next
              writer = values.writer(name)
              problem = classified(trial, name, value, trial.left.dig(writer, name)) if problem == :wrong
              yield(call, name, value, problem, writer)
            end
            values.note(call)
            found
          end
        end

        private

        # {name => the returned value, nil for a miss}
        def readings(call, keys)
          return {} unless call.ok?

          { **call.step.fetch("keys", []).to_h { |name| [name, nil] }, **call.read(keys) }
        end

        def classified(trial, name, value, left)
          text = Trial::Call.bytes(value)&.b
          return :undecoded if text && text == left&.b
          return :others unless [nil, name].include?(text && trial.canary.owner(text))

          left ? :misread : :wrong
        end
      end

      # failing: the results that mean a failed write. nil is among them if a client documents that it reports failures so.
      #: (Canary, ?failing: Array) -> void
      def initialize(canary, failing: [false])
        @failing = failing
        @held = Hash.new { |held, name| held[name] = [ABSENT] }
        @past = Hash.new { |past, name| past[name] = [] }
        @writers = {}
        Canary::NAMES.each do |name|
          @held[name] = [Held.new(reported: { "bytes" => [canary.value(name)].pack("m0") }, raw: true)]
        end
      end

      # The problem of a value that was read, nil if it has none.
      #: (String, Object) -> Symbol?
      def problem(name, value)
        held = @held[name]
        return if held.any? { |possible| possible.same?(value) }
        return :missed if value.nil?
        return :stale if @past[name].any? { |earlier| earlier.same?(value) }

        held.any? { |possible| possible.like?(value) } ? :changed : :wrong
      end

      # The peer that wrote a key last, nil for the contender itself.
      #: (String) -> String?
      def writer(name) = @writers[name]

      # Updates the possible values with a call, or with a step of the lab.
      #: (Call) -> void
      def note(call)
        return @held.each_key { |name| replace(name, [ABSENT]) } if call.step["server"] == "flush"
        return @held.each_key { |name| replace(name, [*@held[name], ABSENT].uniq) } if call.flushes?

        written = written(call) or return
        return if call.op == "add" && call.ok? && call.value == false

        name = call.step["key"]
        @writers[name] = call.step["author"]
        done = call.ok? && !@failing.include?(call.value)
        replace(name, done ? [written] : [*@held[name], written, ABSENT].uniq)
      end

      private

      def written(call)
        return ABSENT if call.op == "delete"
        return counted(call) if call.counts?

        Held.new(reported: call.wrote, raw: call.step["raw"] == true) if call.step["value"]
      end

      # The count that was reported. A failed call may have created the counter.
      def counted(call)
        number = call.ok? ? call.number : call.step["initial"]
        Held.new(reported: number, raw: true) if number
      end

      def replace(name, held)
        @past[name] |= @held[name] - held - [ABSENT]
        @held[name] = held
      end
    end
  end
end
