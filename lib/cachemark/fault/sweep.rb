# frozen_string_literal: true

module Cachemark
  module Fault
    # A case with a trial for each line that a library runs in one call: the interrupt strikes at each line in turn. Such a
    # point is unsafe if its outcome is bad. One wrong value makes the case CORRUPT.
    class Sweep
      # The maximum number of points of a case.
      MOST = 3_000
      # The maximum number of points of one error at which the client hangs, because each costs seconds.
      HUNG = 20
      # The errors that are raised, one sweep for each: `rescue => error` catches the first, but not the second.
      ERRORS = %w[StandardError Exception].freeze
      NATIVE = "native code does the work: the call runs no line of the library"
      private_constant :MOST, :HUNG

      # The trials for one error, in order, until the call ends before its interrupt comes. The block makes the trial of a
      # number, from 0, or returns nil to stop. A call that did not return is a point, whatever the driver reported before.
      #: () { (Integer) -> Trial? } -> Array[Trial]
      def self.through(&trial)
        hung = 0
        (0...MOST).lazy.map(&trial).take_while { |tried| tried&.subject && (tried.subject.struck || tried.subject.type.nil?) }
                  .take_while { |tried| (hung += 1 if tried.ending == "hung").nil? || hung <= HUNG }.to_a
      end

      #: (Outcomes) -> void
      def initialize(outcomes)
        @outcomes = outcomes
      end

      # trials: those of the points, in order.
      #: (Array[Trial]) -> Outcomes::Result
      def result(trials)
        return Outcomes.untried("UNSUPPORTED", NATIVE, because: Vocabulary::Outcomes::OUT_OF_REACH) if trials.empty?

        whole = @outcomes.result(trials)
        unsafe = trials.filter_map { |trial| unsafe_point(trial) }
        reason = [(summary(unsafe, trials.size, whole) if whole.reason), limit(trials)].compact
        whole.with(points: trials.size, unsafe: unsafe.freeze, reason: (reason.join("; ") if reason.any?))
      end

      private

      # The limit at which the sweep stopped, nil if it reached none.
      def limit(trials)
        trials.group_by { |trial| trial.subject.step.dig("interrupt", "error") }.each_value do |own|
          return "only the first #{MOST} lines were tried" if own.size == MOST
          return "stopped after #{HUNG} lines at which it hung" if own.count { |trial| trial.ending == "hung" } == HUNG
        end
        nil
      end

      def unsafe_point(trial)
        result = @outcomes.result([trial])
        return unless Vocabulary::Outcomes.bad?(result.outcome)

        { "at" => trial.subject.struck, "error" => trial.subject.step.dig("interrupt", "error"),
          "outcome" => result.outcome, "reason" => result.reason }
      end

      def summary(unsafe, points, whole)
        worst = unsafe.find { |point| point["outcome"] == whole.outcome }
        return whole.reason unless worst

        as_bad = unsafe.count { |point| point["outcome"] == whole.outcome }
        these = ", #{as_bad} of them #{whole.outcome}" if as_bad < unsafe.size
        place = worst["at"] ? "at #{File.basename(worst["at"])}" : "before any line"
        "#{unsafe.size} of #{points} points are unsafe#{these}, one #{place}: #{worst["reason"]}"
      end
    end
  end
end
