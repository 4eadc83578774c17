# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Check
      # Every case with its outcome, by schema/check.json; controls apart.
      class JSON
        SCHEMA = "cachemark/check/1"

        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@check).head(SCHEMA), trusted: @check.trusted?, summary: Words.new(@check).answer,
            cases: @check.cases.map { |one| facts(one) }, axis: @check.axes.map { |axis| releases(axis) },
            controls: @check.controls.map { |one| { **one.to_h, right: one.right? } }, baseline: baseline,
            faults: @check.faults.values.map { |one| { fault: one.id, **one.to_h.except(:id) } },
            failures: @check.failures.map { |contender, reason| { contender: contender, reason: reason } } }
        end

        private

        def facts(one)
          { case: one.case, fault: one.fault, contender: one.contender, mode: one.mode, outcome: one.outcome,
            n: one.n, times: one.times, reason: one.reason, replay: Check.replay(@check, one),
            **{ points: one.points, unsafe: one.unsafe, anew: (one.anew if one.anew.any?) }.compact }
        end

        def releases(axis)
          { **axis.to_h.slice(:name, :releases, :absent), cases: axis.rows.map do |row|
            { case: row.case, runs: row.runs.map { |from, to, outcome| { from: from, to: to, outcome: outcome } },
              changes: row.changes(axis.releases).map { |one| { **one.to_h.except(:case), word: one.word } } }
          end }
        end

        def baseline
          known = @check.baseline or return
          { path: known.path, new: @check.new_bad.map { |one| place(one) },
            worse: @check.worse.map { |one, before| { **place(one), was: before } },
            better: known.better(@check.cases).map { |one, before| { **place(one), was: before } },
            stale: known.stale.map { |contender, id| { contender: contender, case: id } } }
        end

        def place(one) = { contender: one.contender, case: one.case, outcome: one.outcome }
      end
    end
  end
end
