# frozen_string_literal: true

module Cachemark
  module Fault
    # A case with a trial for each line that a library runs in one call: each line is struck in turn. Such a point is
    # unsafe where its outcome is bad; one wrong value makes the case CORRUPT.
    class Sweep
      # The most points of a case.
      MOST = 3_000
      # The most points of one error at which the client hangs: each costs seconds.
      HUNG = 20
      # The errors that are raised, one sweep each: one that `rescue => error` catches, and one that it does not.
      ERRORS = %w[StandardError Exception].freeze
      NATIVE = "native code does the work: the call runs no line of the library"
      private_constant :MOST, :HUNG

      # The trials of one error's points, in order, until the call ends before its turn comes. The block makes the trial of
      # a number, from 0, or nil where no more are needed. A call that did not return is a point, whatever the driver reported
      # before.
      #: () { (Integer) -> Trial? } -> Array[Trial]
      def self.through(&trial)
        hung = 0
        (0...MOST).lazy.map(&trial).take_while { |one| one&.subject && (one.subject.struck || one.subject.type.nil?) }
                  .take_while { |one| (hung += 1 if one.ending == "hung").nil? || hung <= HUNG }.to_a
      end

      #: (Catalog::Fault) -> void
      def initialize(fault)
        @outcomes = Outcomes.new(fault)
      end

      # trials: of the points, in order.
      #: (Array[Trial]) -> Outcomes::Result
      def result(trials)
        return Outcomes.untried("UNSUPPORTED", NATIVE) if trials.empty?

        whole = @outcomes.result(trials)
        unsafe = trials.filter_map { |trial| unsafe_point(trial) }
        reason = [(summary(unsafe, trials.size, whole) if whole.reason), limit(trials)].compact
        whole.with(points: trials.size, unsafe: unsafe.freeze, reason: (reason.join("; ") if reason.any?))
      end

      private

      # Which limit left points untried, nil for none.
      def limit(trials)
        trials.group_by { |trial| trial.subject.step.dig("interrupt", "error") }.each_value do |own|
          return "only the first #{MOST} lines were tried" if own.size == MOST
          return "stopped after #{HUNG} lines at which it hung" if own.count { |trial| trial.ending == "hung" } == HUNG
        end
        nil
      end

      def unsafe_point(trial)
        one = @outcomes.result([trial])
        return unless Vocabulary::Outcomes.bad?(one.outcome)

        { "at" => trial.subject.struck, "error" => trial.subject.step.dig("interrupt", "error"),
          "outcome" => one.outcome, "reason" => one.reason }
      end

      def summary(unsafe, points, whole)
        worst = unsafe.find { |one| one["outcome"] == whole.outcome }
        return whole.reason unless worst

        as_bad = unsafe.count { |one| one["outcome"] == whole.outcome }
        these = ", #{as_bad} of them #{whole.outcome}" if as_bad < unsafe.size
        place = worst["at"] ? "at #{File.basename(worst["at"])}" : "before any line"
        "#{unsafe.size} of #{points} points are unsafe#{these}, one #{place}: #{worst["reason"]}"
      end
    end
  end
end
