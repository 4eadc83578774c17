# frozen_string_literal: true

module Cachemark
  module Stats
    # The changes that each examined option of a record made.
    class OptionEffects < Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze)
      include RunFacts

      # For how many seconds processes wait for a server that does not reply. The default of libmemcached is 5 s.
      MOST_S = 6.5

      # An option with a value, next to the default. `status` is "changes", "no effect seen", or "unseen" with a reason.
      # `servers` and `mode` are those of its calls.
      Row = Value.define(:contender, :option, :value, :default, :status, servers: 1, mode: Vocabulary::Mode::SYNC.to_s,
                                                                         effects: [].freeze, reason: nil) do
        def no_effect? = status == "no effect seen"
      end

      # A difference between the default and the value. `kind` is that of Seen, `what` is a name or nil. `before` and `after`
      # are Arrays of words, or numbers of an iteration. `probes` are the calls in which they differ, with their number.
      Effect = Value.define(:kind, :before, :after, what: nil, probes: {}.freeze) do
        def number? = before.is_a?(Numeric)

        # How much more, for each call.
        #: () -> Float
        def per_call = (after - before).fdiv(probes.values.first || 1)
      end

      class << self
        # Those of a record, whether its run has ended or not.
        #: (Record) -> OptionEffects
        def of(record)
          passes = record.configurations.group_by { |line| line["configuration"] }
          unseen = record.events.select { |event| event["kind"] == "option_unseen" }
          reasons = unseen.to_h { |event| event.values_at("configuration", "message") }
          rows = record.options.map { |line| row(line, passes, reasons, record) }
          new(**RunFacts.of(record), rows: rows.freeze, notes: Notes.of_run(record).freeze)
        end

        private

        def row(line, passes, reasons, record)
          names = line.values_at("without", "with")
          sides = names.map { |name| passes.fetch(name, []).map { |pass| pass["seen"] } }
          facts = line.slice("contender", "option", "value", "default", "servers", "mode").transform_keys(&:to_sym)
          if sides.any?(&:empty?)
            reason = names.filter_map { |name| reasons[name] }.first || failure(line, record) || Remark[:unmeasured]
            return Row.new(**facts, status: "unseen", reason: reason)
          end
          none = sides.flatten.all? { |seen| seen["probes"].empty? }
          return Row.new(**facts, status: "unseen", reason: Remark[:no_probe]) if none

          effects = Differences.new(*sides).effects
          Row.new(**facts, effects: effects, status: effects.any? ? "changes" : "no effect seen")
        end

        # Why it was not looked at: because nothing was, or because the contender failed.
        def failure(line, record)
          nothing = record.events.find { |event| event["kind"] == "options_unseen" }
          return nothing["message"] if nothing

          found = record.failures.find { |failure| failure["contender"] == line["contender"] }
          found && Remark.read(found["reason"])
        end
      end

      # The work of one process of a configuration, as facts: {[kind, what, probe] => Array of words or a number}. The kinds are
      # in the order of a report.
      class Seen
        # Words of commands in the traffic: the member, and its kind.
        LISTS = { "encodings" => "encodings", "flags" => "flags", "value_bytes" => "values", "ttls" => "ttls" }.freeze
        TRAFFIC = { "round_trips" => "round trips", "bytes_out" => "bytes out", "bytes_in" => "bytes in" }.freeze
        # Kinds that depend on the servers of keys, and on which worker is first.
        SPREAD = ["quiet", "sent", "writes", *TRAFFIC.values, "calls", "allocations"].freeze
        KINDS = ["failed", "offered", "commands", *LISTS.values, "keys", "quiet", "socket", "sent", "connections", "limits",
                 "writes", "silent", "connects", "errors", *TRAFFIC.values, "calls", "allocations"].freeze
        TOTALS = %w[connections writes allocations].freeze
        private_constant :LISTS, :TRAFFIC, :SPREAD, :TOTALS

        # Hash[Array, Array[String] | Numeric]; {label of a probe => its number of calls}.
        attr_reader :facts, :calls

        #: (Hash[String, Object]) -> void
        def initialize(seen)
          probes = seen["probes"]
          @calls = probes.transform_values { |probe| probe["calls"] || 1 }
          all = [*probes.map { |label, probe| probe(probe, label) }, around(seen)].reduce(:merge)
          @facts = seen.fetch("repeatable", true) ? all : all.reject { |(kind, _, _), _| SPREAD.include?(kind) }
        end

        private

        def probe(probe, label)
          return { ["failed", nil, label] => [probe["failed"]] } if probe["failed"]

          { ["offered", nil, label] => [label], **traffic(probe["traffic"], label), **numbers(probe, label) }
        end

        def numbers(probe, label)
          { **TOTALS.to_h { |name| [[name, nil, label], probe[name]] },
            **probe["methods"].to_h { |name, count| [["calls", name, label], count] } }.compact
        end

        def traffic(traffic, label)
          commands = traffic["commands"]
          { ["commands", nil, label] => commands.map { |command| command["name"] }.sort,
            **LISTS.to_h do |member, kind|
            [[kind, nil, label], commands.flat_map { |command| command[member] }.uniq.sort.map(&:to_s)]
          end,
            ["keys", nil, label] => mean(traffic["key_bytes"].values),
            ["quiet", nil, label] => [commands.sum { |command| command["quiet"] }.to_s],
            **TRAFFIC.to_h { |member, kind| [[kind, nil, label], traffic[member]] },
            **commands.to_h { |command| [["sent", command["name"], label], command["count"]] } }.compact
        end

        def mean(numbers) = numbers.any? ? numbers.sum.fdiv(numbers.size) : nil

        # Sockets, and lost servers.
        def around(seen)
          sockets, lost, silent = seen.values_at("sockets", "lost", "silent")
          { **sockets["options"].to_h { |name, values| [["socket", name, nil], values] },
            ["limits", nil, nil] => whole(sockets["limits"]).map { |seconds| format("%g", seconds) },
            ["connects", nil, nil] => lost["connects"], ["errors", nil, nil] => lost["errors"],
            ["silent", nil, nil] => silent.key?("waits_s") ? silent["waits_s"] || Float::INFINITY : nil }.compact
        end

        # Without those that are left of a longer limit in the middle of a call: they differ between processes.
        def whole(limits) = limits.reject { |limit| limits.any? { |longer| longer > limit && longer < 2 * limit } }
      end

      # The differences between two configurations, by what some processes of each did. A difference that two processes of one
      # configuration show, too, is none.
      class Differences
        # Numbers of an iteration differ by at least this; by UNSTEADY, and TIMES as much as processes of one configuration, if
        # those differ. A runtime also allocates now and then for itself, in a few of the iterations. Whether a reply has come
        # before a client looks for it differs between iterations, and with it the calls of methods that wait.
        LEAST = Hash.new(0.1).merge!("allocations" => 1, "calls" => 1).freeze
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
          merged = relevant(keys.filter_map { |key| effect(key) }).group_by { |effect| effect.to_h.except(:probes) }.values
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
