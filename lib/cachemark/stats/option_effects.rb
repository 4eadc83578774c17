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
        #: () -> bool
        def no_effect? = status == "no effect seen"
      end

      # A difference between the default and the value. `kind` is that of Seen, `what` is a name or nil. `before` and `after`
      # are Arrays of words, or numbers of an iteration. `probes` are the calls in which they differ, with their number.
      Effect = Value.define(:kind, :before, :after, what: nil, probes: {}.freeze) do
        #: () -> bool
        def number? = before.is_a?(Numeric)

        # How much more, for each call.
        #: () -> Float
        def per_call = (after - before).fdiv(probes.values.first || 1)
      end

      class << self
        # Those of a record, whether its run has ended or not.
        #: (Record) -> OptionEffects
        def of(record)
          passes = record.option_looks.group_by { |line| line["configuration"] }
          unseen = record.events.select { |event| event["kind"] == "option_unseen" }
          reasons = unseen.to_h { |event| event.values_at("configuration", "message") }
          rows = record.options.map { |line| row(line, passes, reasons, record) }
          new(run: record.run, rows: rows.freeze, environments: record.environments, outcome: record.ending["outcome"],
              notes: Notes.of_run(record).freeze)
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
    end
  end
end
