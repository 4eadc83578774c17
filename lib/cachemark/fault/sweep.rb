# frozen_string_literal: true

module Cachemark
  module Fault
    # A case whose trials are the lines that a library runs in one call, each struck in turn. A point is
    # unsafe where anything bad came of it; one wrong value makes the case CORRUPT.
    class Sweep
      # Points that one case may have: a call that runs more lines is not gone through to its end.
      MOST = 3_000
      # What a situation's `repeats` says for it.
      REPEATS = "lines"
      # What is raised, one after the other: what a `rescue => error` catches, and what it does not.
      ERRORS = %w[StandardError Exception].freeze
      NATIVE = "its work is native code: no line of the library runs in this call"

      #: (Catalog::Situation) -> void
      def initialize(situation)
        @judge = Judge.new(situation)
      end

      # trials: of the points, in order.
      #: (Array[Trial]) -> Judge::Finding
      def finding(trials)
        return Judge::Finding.new(outcome: "UNSUPPORTED", reason: NATIVE, n: 0) if trials.empty?

        whole = @judge.finding(trials)
        unsafe = trials.filter_map { |trial| point(trial) }
        whole.with(points: trials.size, unsafe: unsafe.freeze, reason: whole.reason && told(unsafe, trials.size, whole))
      end

      private

      def point(trial)
        one = @judge.finding([trial])
        return unless BAD.include?(one.outcome)

        { "at" => trial.subject.struck, "error" => trial.subject.step.dig("interrupt", "error"),
          "outcome" => one.outcome, "reason" => one.reason }
      end

      def told(unsafe, points, whole)
        worst = unsafe.find { |one| one["outcome"] == whole.outcome }
        return whole.reason unless worst

        as_bad = unsafe.count { |one| one["outcome"] == whole.outcome }
        these = ", #{as_bad} of them #{whole.outcome}" if as_bad < unsafe.size
        "#{unsafe.size} of #{points} points are unsafe#{these}, one at #{File.basename(worst["at"])}: #{worst["reason"]}"
      end
    end
  end
end
