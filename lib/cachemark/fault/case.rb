# frozen_string_literal: true

module Cachemark
  module Fault
    # A fault with a value chosen for each of its variables: the unit that has an outcome.
    # - thorough: a trial at each byte, and not only at those that can make a difference (Places)
    Case = Value.define(:id, :fault, :variant, thorough: false)

    # See above.
    class Case
      # `repeats` of a case that has a trial for each byte of the reply except the last (Places).
      BYTES = "bytes"
      # `repeats` of a case that has a trial for each line of the library that the call runs.
      LINES = "lines"
      # Moves of a proxy that do harm, and steps that take a proxy or a server down.
      HARMFUL = %w[drop close swallow hold say refuse refuse_part forge forget again].freeze
      HARMFUL_STEPS = %w[end reset down jam close mute stop other-authority expired other-host wrong].freeze
      # Steps in which other threads or processes use the client, too.
      TOGETHER = %w[together meanwhile].freeze
      # About the time that a harmed call takes, because clients wait and try again.
      LOST_MS = 100
      # About the time of the calls for many keys, or of many callers.
      MANY_MS = 500
      UNSENT = "the request that the fault targets never reached the proxy"
      # Of this many interrupts that come too late, one is in time on a busy machine.
      BY_CHANCE = 50
      # An interrupt that ends no call.
      HARMLESS = "signals"
      UNTOUCHED = "the call ended before the interrupt came"
      private_constant :HARMFUL, :HARMFUL_STEPS, :TOGETHER, :LOST_MS, :MANY_MS, :BY_CHANCE, :HARMLESS

      # Every case of these faults.
      #
      #: (Array[Catalog::Fault], ?thorough: bool) -> Array[Case]
      def self.all(faults, thorough: false)
        faults.flat_map do |fault|
          fault.variants.zip(fault.case_ids).map { |variant, id| new(id: id, fault: fault, variant: variant, thorough: thorough) }
        end
      end

      def category = fault.category
      def repeats = fault.repeats

      # "get": the call that the fault strikes.
      #
      #: () -> String
      def call = variant.fetch("call", "get")

      # The bytes that the moves act on: "reply" or "request".
      #: () -> String
      def at = fault.proxy.to_h.fetch("at", "reply")

      # Whether the buffers between client and proxy are small.
      def narrow? = fault.proxy.to_h.fetch("narrow", false)

      # How its client connects, as options of a contender.
      #: () -> Hash[String, String]
      def endpoint = filled(fault.endpoint)

      # true if the case is about the client's own timeouts. A number of seconds if these timeouts have to be that long. Else
      # false.
      def impatient = fault.impatient

      # Whether its interrupt comes while the library's own code runs, or waits.
      def inside?
        inside = Vocabulary::Language.all.values.flat_map(&:interrupts)
        fault.steps.filter_map { |step| step.dig("subject", "interrupt", "by") }.intersect?(inside)
      end

      # The moves of the proxy in the trial with this number. The word "number" in a move becomes the trial's number, counted
      # from 1, so that a case can go through every byte.
      #: (Integer) -> Array[Hash]
      def moves(trial)
        listed = fault.proxy ? filled(fault.proxy.fetch("do")) : []
        listed.map { |move| move.transform_values { |value| value == "number" ? trial + 1 : value } }
      end

      # Whether the call of a correct client may fail. It may if bytes are lost, wrong or late, a server is away, the call is
      # interrupted, or the timeouts are shorter than the client's own. False if all bytes arrive, only in an unusual way.
      def harms?
        impatient != false || moves(0).flat_map(&:keys).intersect?(HARMFUL) ||
          pairs(filled(fault.steps)).any? { |what, how| harmful?(what, how) }
      end

      # How long the reply takes in which all bytes arrive, in seconds; 0 if bytes are lost, wrong or too late.
      #: () -> Float
      def late_s = harms? ? 0.0 : moves(0).sum { |move| move["wait_ms"].to_i } / 1000.0

      # A part of the fault in which each "{name}" is replaced by this case's value of that variable.
      #: (Object) -> Object
      def filled(part) = fault.class.filled(part, variant)

      # The mode whose workers share the client in this case ("threads"); nil if none do, or if no mode has such workers.
      #: () -> String?
      def shared_in
        by = pairs(filled(fault.steps)).filter_map { |what, how| how["by"] if TOGETHER.include?(what) }.first
        mode = Vocabulary::Language.all.values.map(&:caller_modes).reduce({}, :merge).fetch(by, by)
        mode if Vocabulary::Mode.names.include?(mode)
      end

      # Whether it has a trial for each byte or line, so that it keeps a core busy.
      def long? = !repeats.is_a?(Integer)

      # Whether it has a trial for each line, of which there are more than bytes.
      def swept? = repeats == LINES

      # Whether the memory of its client's process is limited.
      def limited? = !fault.memory_mb.nil?

      # Roughly how long all of its trials wait in total; 0 if `long?`.
      #: () -> Integer
      def waits_ms = long? ? 0 : repeats * (waits(filled(fault.steps)) + moves(0).sum { |move| move["wait_ms"].to_i })

      # Why these trials prove nothing if they pass; nil if the fault happened in at least one of them.
      #: (Array[Trial]) -> String?
      def ineffective(trials)
        reasons = trials.map { |trial| ineffective_in(trial) }
        reasons.first if reasons.all?
      end

      # Why this trial proves nothing if it passes; nil if the fault happened.
      #: (Trial) -> String?
      def ineffective_in(trial)
        return UNSENT if moves(0).any? && trial.bytes.nil?

        interrupted = trial.calls.select { |call| call.step["interrupt"] && call.step.dig("interrupt", "by") != HARMLESS }
        struck = interrupted.reject { |call| call.ok? && !call.swallowed }
        UNTOUCHED if interrupted.any? && struck.size <= interrupted.size / BY_CHANCE
      end

      private

      def waits(steps)
        steps.sum do |step|
          next step["again"]["times"] * waits(step["again"]["steps"]) if step["again"]
          next waits(step["quiet"]["calls"]) if step["quiet"]
          next MANY_MS if step.keys.intersect?(["spread", *TOGETHER])

          step["wait_ms"] || (harms? && step.keys.intersect?(%w[subject try]) ? LOST_MS : 0)
        end
      end

      # [[key, value], ...] of every Hash in a part of a fault.
      def pairs(part)
        case part
        when Hash then part.to_a + part.values.flat_map { |value| pairs(value) }
        when Array then part.flat_map { |element| pairs(element) }
        else []
        end
      end

      # "proxy" => "down", "server" => { "stop" => 1 }, or an interrupt of any kind.
      def harmful?(what, how)
        return what == "interrupt" unless %w[proxy server login].include?(what)

        HARMFUL_STEPS.include?(how.is_a?(Hash) ? how.keys.first : how)
      end
    end
  end
end
