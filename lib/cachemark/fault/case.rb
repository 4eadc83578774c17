# frozen_string_literal: true

module Cachemark
  module Fault
    # A fault with its variables chosen: what has an outcome.
    Case = Value.define(:id, :fault, :variant) do
      # Every case of these faults.
      #
      #: (Array[Catalog::Fault]) -> Array[Case]
      def self.all(faults)
        faults.flat_map do |fault|
          fault.variants.zip(fault.case_ids).map { |variant, id| new(id: id, fault: fault, variant: variant) }
        end
      end

      # [[key, value], ...] of every Hash within a part of a fault.
      def self.pairs(part)
        case part
        when Hash then part.to_a + part.values.flat_map { |value| pairs(value) }
        when Array then part.flat_map { |one| pairs(one) }
        else []
        end
      end

      # "proxy" => "down", "server" => { "stop" => 1 }, or an interrupt of any kind.
      def self.harmful?(what, how)
        return what == "interrupt" unless %w[proxy server].include?(what)

        self::HARMFUL_STEPS.include?(how.is_a?(Hash) ? how.keys.first : how)
      end

      # What the moves are made with: "reply" or "request".
      #
      #: () -> String
      def at = fault.proxy.to_h.fetch("at", "reply")

      # Whether little of what is sent fits between client and proxy.
      def narrow? = fault.proxy.to_h.fetch("narrow", false)

      # true where the client's own timeouts are what it is about, seconds where they are to be so long; else false.
      def impatient = fault.impatient

      # Whether it is interrupted where code of the library's language runs, or waits.
      #
      #: () -> bool
      def inside?
        interrupts = fault.steps.filter_map { |step| step.dig("subject", "interrupt", "by") }
        interrupts.intersect?(self.class::INSIDE)
      end

      # "get": the call that the fault strikes.
      #
      #: () -> String
      def call = variant.fetch("call", "get")

      # What the proxy does with the reply to it, in the trial of that number; "number" in a move is the
      # number, from 1, so that a case can go through every byte.
      #
      #: (Integer) -> Array[Hash]
      def moves(trial)
        listed = fault.proxy ? filled(fault.proxy.fetch("do")) : []
        listed.map { |move| move.transform_values { |value| value == "number" ? trial + 1 : value } }
      end

      # Whether anything is done for which a right client's call may fail: what is sent is lost, wrong or late, a server is away,
      # the call is interrupted, or clients have timeouts that are shorter than their own. Not so where all comes, only
      # otherwise than usual.
      #
      #: () -> bool
      def harms?
        impatient != false || moves(0).flat_map(&:keys).intersect?(self.class::HARMFUL) ||
          self.class.pairs(filled(fault.steps)).any? { |what, how| self.class.harmful?(what, how) }
      end

      # A part of the fault with each "{name}" in it replaced by this case's value of that variable.
      #
      #: (Object) -> Object
      def filled(part) = fault.class.filled(part, variant)

      # The mode whose workers share the client in it, as modes are called; nil where none do.
      #
      #: () -> String?
      def shared_in
        by = filled(fault.steps).filter_map { |step| step.dig("together", "by") }.first
        by == "greenlets" ? "gevent" : by
      end

      # About what all its trials wait together; a long one, which keeps a core busy, not at all.
      #
      #: () -> Integer
      def waits_ms = long? ? 0 : repeats * (waits(filled(fault.steps)) + moves(0).sum { |move| move["wait_ms"].to_i })

      # Whether it is as many trials as there are bytes or lines.
      #
      #: () -> bool
      def long? = !repeats.is_a?(Integer)

      def category = fault.category
      def repeats = fault.repeats

      private

      def waits(steps)
        steps.sum do |step|
          next step["again"]["times"] * waits(step["again"]["steps"]) if step["again"]

          step["wait_ms"] || (harms? && step.keys.intersect?(%w[subject try]) ? self.class::LOST_MS : 0)
        end
      end
    end

    # Interrupts that come where the library's own code runs, or waits in a way that its language knows of.
    Case::INSIDE = %w[line fiber greenlet greenlet_timeout].freeze
    # Moves of a proxy that do harm, and what becomes of proxies and servers that does.
    Case::HARMFUL = %w[drop close swallow hold say refuse forge again].freeze
    Case::HARMFUL_STEPS = %w[end reset down jam stop].freeze
    # About so long a call takes that is harmed: clients wait, and try again.
    Case::LOST_MS = 100
    # What a fault's `repeats` says: once for each byte of the reply but the last.
    Case::BYTES = "bytes"
  end
end
