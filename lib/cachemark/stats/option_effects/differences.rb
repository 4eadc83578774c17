# frozen_string_literal: true

module Cachemark
  module Stats
    class OptionEffects
      # The differences between two configurations, by what some processes of each did. A difference that two processes of one
      # configuration show, too, is none.
      class Differences
        # Numbers of an iteration differ by at least this; by UNSTEADY, and TIMES as much as processes of one configuration, if
        # those differ. A runtime also allocates now and then for itself.
        LEAST = Hash.new(0.1).merge!("allocations" => 0.5).freeze
        UNSTEADY = 1
        TIMES = 3
        # How long a call waits varies with the machine.
        LEAST_S = 0.4
        private_constant :LEAST, :UNSTEADY, :TIMES, :LEAST_S

        #: (Array[Hash], Array[Hash]) -> void
        def initialize(without, with)
          @sides = [without, with].map { |passes| passes.map { |seen| Seen.new(seen) } }
        end

        # In their order of importance. The same one in several probes is one.
        #: () -> Array[Effect]
        def effects
          merged = relevant(keys.filter_map { |key| effect(key) }).group_by { |one| one.to_h.except(:probes) }.values
          merged.map { |same| same.first.with(probes: same.map(&:probes).reduce(:merge)) }
                .sort_by { |effect| order(effect) }.freeze
        end

        private

        # Of a probe that only one of the two makes, only that counts. A command that only one of the two sends is not counted
        # as well.
        def relevant(all)
          failed, others = all.partition { |effect| effect.kind == "failed" }
          offered, others = others.partition { |effect| effect.kind == "offered" }
          offered.reject! { |effect| failed.any? { |other| other.probes.keys == effect.probes.keys } }
          alone = (failed + offered).flat_map { |effect| effect.probes.keys }
          [*failed, *offered, *others.reject do |effect|
            (effect.probes.keys & alone).any? || (effect.kind == "sent" && [effect.before, effect.after].any?(&:zero?))
          end]
        end

        def keys = @sides.flatten.flat_map { |seen| seen.facts.keys }.uniq

        def order(effect)
          number = effect.number? && effect.after.finite?
          [Seen::KINDS.index(effect.kind), number && [effect.before, effect.after].any?(&:zero?) ? 0 : 1,
           number ? -(effect.after - effect.before).abs : 0, effect.what.to_s]
        end

        def effect(key)
          kind, what, probe = key
          values = @sides.map { |passes| passes.map { |seen| seen.facts[key] } }
          before, after = values.flatten.any?(Numeric) ? numbers(kind, values) : words(values)
          return unless before

          Effect.new(kind: kind, what: what, before: before, after: after, probes: probe ? { probe => calls(probe) } : {})
        end

        def calls(probe) = @sides.flatten.filter_map { |seen| seen.calls[probe] }.first

        # The words that only one side has, without those that only some of its processes have.
        def words(values)
          before, after = values.map { |side| side.map(&:to_a).reduce(:&) }
          any_before, any_after = values.map { |side| side.flat_map(&:to_a).uniq }
          found = [before - any_after, after - any_before]
          found if found.any?(&:any?)
        end

        # The means; nil if they differ by chance only. A method that is not called has no number; a wait without one was not
        # examined.
        def numbers(kind, values)
          sides = kind == "silent" ? values.map(&:compact) : values.map { |side| side.map { |number| number || 0 } }
          return if sides.any?(&:empty?)
          return endless(sides) if sides.flatten.any? { |number| number == Float::INFINITY }

          means = sides.map { |side| side.sum.fdiv(side.size).round(2) }
          means if means.reduce(:-).abs >= least(kind, sides)
        end

        def least(kind, sides)
          within = sides.sum { |side| side.max - side.min }
          return [LEAST_S, within * TIMES].max if kind == "silent"

          within.positive? ? [UNSTEADY, within * TIMES].max : LEAST[kind]
        end

        def endless(sides)
          ends = sides.map { |side| side.uniq.size == 1 ? side.first : nil }
          ends if ends.all? && ends.uniq.size == 2
        end
      end
    end
  end
end
