# frozen_string_literal: true

module Cachemark
  module Fault
    # What each key may hold, call after call: the value whose writing was acknowledged last, and those that may have been
    # applied since. Knows calls that were made one after the other.
    class Register
      TRUTH = { true => "1", false => "0" }.freeze
      # A value as it was written: what the driver told of it; raw: as bytes, so that its type is not kept.
      Held = Value.define(:told, :raw) do
        def same?(other) = raw ? like?(other) : other == told

        # Of the same bytes, whatever its type.
        def like?(other) = Held.text(other) == Held.text(told)

        # What is compared, truth as a number; nothing is none of the texts.
        def self.text(told)
          return if told.nil?
          return TRUTH[told] if TRUTH.key?(told)

          Call.bytes(told)&.b || (told.is_a?(Hash) ? told.except("encoding") : told.to_s)
        end
      end
      # For a key that is absent.
      ABSENT = Held.new(told: nil, raw: false)
      private_constant :TRUTH

      # Calls the block with each reading of a trial that is none of what the key may hold: the call, the key's name, what
      # was told of the value, :missed; :stale, which the key held before; :changed, of another type; :undecoded, as another
      # client left it on the server; :misread, made of that in some other way; :others, of another key; or :wrong; and the
      # peer that had written it, nil for the contender itself.
      #
      #: (Trial) { (Call, String, Object, Symbol, String?) -> Object } -> Array[Object]
      def self.readings(trial)
        register = new(trial.canary, failing: trial.bounds&.misses ? [false, nil] : [false])
        trial.calls.flat_map do |call|
          found = asked(call, trial.names).filter_map do |name, told|
            fault = register.fault(name, told) or next
            writer = register.writer(name)
            fault = wrong(trial, name, told, trial.left.dig(writer, name)) if fault == :wrong
            yield(call, name, told, fault, writer)
          end
          register.note(call)
          found
        end
      end

      def self.wrong(trial, name, told, left)
        text = Call.bytes(told)&.b
        return :undecoded if text && text == left&.b
        return :others unless [nil, name].include?(text && trial.canary.owner(text))

        left ? :misread : :wrong
      end
      private_class_method :wrong

      # {name => what was told of its value, nil for a miss}
      def self.asked(call, keys)
        return {} unless call.ok?

        { **call.step.fetch("keys", []).to_h { |name| [name, nil] }, **call.read(keys) }
      end
      private_class_method :asked

      # failing: what a write returns that was not done; nothing too, where a client documents that it tells failures so, as a
      # key or a value may be refused where nothing else is done.
      #: (Canary, ?failing: Array) -> void
      def initialize(canary, failing: [false])
        @failing = failing
        @held = Hash.new { |held, name| held[name] = [ABSENT] }
        @past = Hash.new { |past, name| past[name] = [] }
        @writers = {}
        Canary::NAMES.each { |name| @held[name] = [Held.new(told: { "bytes" => [canary.value(name)].pack("m0") }, raw: true)] }
      end

      # What is wrong with a value that was read, nil where nothing is.
      #
      #: (String, Object) -> Symbol?
      def fault(name, told)
        held = @held[name]
        return if held.any? { |one| one.same?(told) }
        return :missed if told.nil?
        return :stale if @past[name].any? { |one| one.same?(told) }

        held.any? { |one| one.like?(told) } ? :changed : :wrong
      end

      # The peer that wrote a key last, nil where the contender itself did.
      #
      #: (String) -> String?
      def writer(name) = @writers[name]

      # Takes note of what a call, or the lab, may have done to keys.
      #
      #: (Call) -> void
      def note(call)
        return @held.each_key { |name| replace(name, [ABSENT]) } if call.step["server"] == "flush"

        written = written(call) or return
        return if call.step["op"] == "add" && call.ok? && call.value == false

        name = call.step["key"]
        @writers[name] = call.step["author"]
        done = call.ok? && !@failing.include?(call.value)
        replace(name, done ? [written] : [*@held[name], written, ABSENT].uniq)
      end

      private

      def written(call)
        return ABSENT if call.step["op"] == "delete"

        Held.new(told: call.wrote, raw: call.step["raw"] == true) if call.step["value"]
      end

      def replace(name, held)
        @past[name] |= @held[name] - held - [ABSENT]
        @held[name] = held
      end
    end
  end
end
