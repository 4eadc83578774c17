# frozen_string_literal: true

module Cachemark
  module Report
    # A check for programs: as JSON by schema/check.json, and as test suites.
    module CheckData
      SCHEMA = "cachemark/check/1"
      private_constant :SCHEMA

      class << self
        # Every case with its outcome; controls apart.
        #
        #: (Stats::Check, Sentences::Check) -> Hash[Symbol, Object]
        def json(check, words)
          { **Provenance.new(check).head(SCHEMA), trusted: check.trusted?, summary: words.answer,
            cases: check.cases.map { |one| facts(check, one) }, axis: check.axes.map { |axis| releases(axis) },
            controls: check.controls.map { |one| { **one.to_h, right: one.right? } }, baseline: baseline(check),
            faults: check.faults.values.map { |one| { fault: one.id, **one.to_h.except(:id) } },
            failures: check.failures.map { |contender, reason| { contender: contender, reason: reason } } }
        end

        # A suite per contender, a test case per case: what is bad failed, unless a baseline knows it; what is unsupported was
        # skipped. A control that was judged wrongly is an error, and so is what could not be examined to the end.
        #
        #: (Stats::Check, Sentences::Check) -> Array[JUnit::Suite]
        def suites(check, words)
          facts = { timestamp: check.run["started_at"].to_s.delete_suffix("Z") }
          contenders = check.cases.group_by(&:contender).map do |contender, own|
            cases = own.map { |one| test_case(check, words, one) }
            JUnit::Suite.new(name: "cachemark check #{contender}", cases: cases, facts: facts)
          end
          [*contenders, *errors("controls", words.doubts.map { |doubt| ["control", doubt] }),
           *errors("unfinished", unfinished(check, words))]
        end

        private

        def facts(check, one)
          { case: one.case, fault: one.fault, contender: one.contender, mode: one.mode, outcome: one.outcome,
            n: one.n, times: one.times, reason: one.reason, replay: Check.replay(check, one),
            **{ points: one.points, unsafe: one.unsafe, anew: (one.anew if one.anew.any?) }.compact }
        end

        def releases(axis)
          { **axis.to_h.slice(:name, :releases, :absent), cases: axis.rows.map do |row|
            { case: row.case, runs: row.runs.map { |from, to, outcome| { from: from, to: to, outcome: outcome } },
              changes: row.changes(axis.releases).map { |one| { **one.to_h.except(:case), word: one.word } } }
          end }
        end

        def baseline(check)
          known = check.baseline or return
          { path: known.path, new: check.new_bad.map { |one| place(one) },
            worse: check.worse.map { |one, before| { **place(one), was: before } },
            better: known.better(check.cases).map { |one, before| { **place(one), was: before } },
            stale: known.stale.map { |contender, id| { contender: contender, case: id } } }
        end

        def place(one) = { contender: one.contender, case: one.case, outcome: one.outcome }

        # What is bad and known before is no failure, and no success.
        def test_case(check, words, one)
          members = { group: "cachemark.check.#{one.category}", name: one.case }
          message = "#{one.outcome}#{": #{one.reason}" if one.reason}#{"; #{words.known(one)}" if words.known(one)}"
          failed = check.failing.include?(one)
          if one.outcome == "UNSUPPORTED" || (one.bad? && !failed)
            JUnit::Case.new(**members, state: "skipped", message: message, inline: true)
          elsif failed
            JUnit::Case.new(**members, state: "failure", message: message, type: one.outcome, text: Check.replay(check, one))
          else JUnit::Case.new(**members)
          end
        end

        def unfinished(check, words)
          lost = check.failures.map { |contender, reason| ["lost", "#{contender}: #{reason}"] }
          absent = check.untried.map { |contender| ["absent", "#{contender} was put to no case"] }
          [*lost, *absent, *([["ended", words.ending]] if check.cut?)]
        end

        def errors(name, found)
          cases = found.map do |kind, message|
            JUnit::Case.new(group: "cachemark.check.#{kind}", name: message, state: "error", message: message, inline: true)
          end
          cases.empty? ? [] : [JUnit::Suite.new(name: "cachemark check: #{name}", cases: cases, skips: false)]
        end
      end
    end
  end
end
