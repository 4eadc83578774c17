# frozen_string_literal: true

module Cachemark
  module Fault
    # A case whose trials are the lines that a library runs in one call, each struck in turn. A point is
    # unsafe where anything bad came of it; one wrong value makes the case CORRUPT.
    class Sweep
      # Points that one case may have: a call that runs more lines is not gone through to its end.
      MOST = 3_000
      # Points at which one error made it hang that are tried: each costs seconds.
      HUNG = 20
      # What a fault's `repeats` says for it.
      REPEATS = "lines"
      # What is raised, one after the other: what a `rescue => error` catches, and what it does not.
      ERRORS = %w[StandardError Exception].freeze
      NATIVE = "its work is native code: no line of the library runs in this call"
      private_constant :MOST, :HUNG

      # The trials of one error's points, in order, until the call is over before its turn comes. The block makes the one of a
      # number, from 0. A call that did not come back is a point, whatever was told of it before.
      #: () { (Integer) -> Trial } -> Array[Trial]
      def self.through(&trial)
        hung = 0
        (0...MOST).lazy.map(&trial).take_while { |one| one.subject && (one.subject.struck || one.subject.type.nil?) }
                  .take_while { |one| (hung += 1 if one.ending == "hung").nil? || hung <= HUNG }.to_a
      end

      #: (Catalog::Fault) -> void
      def initialize(fault)
        @judge = Judge.new(fault)
      end

      # trials: of the points, in order.
      #: (Array[Trial]) -> Judge::Finding
      def finding(trials)
        return Judge::Finding.new(outcome: "UNSUPPORTED", reason: NATIVE, n: 0) if trials.empty?

        whole = @judge.finding(trials)
        unsafe = trials.filter_map { |trial| point(trial) }
        reason = [(told(unsafe, trials.size, whole) if whole.reason), cut_short(trials)].compact
        whole.with(points: trials.size, unsafe: unsafe.freeze, reason: (reason.join("; ") if reason.any?))
      end

      private

      # Why there may be more points than these, nil where there are none.
      def cut_short(trials)
        trials.group_by { |trial| trial.subject.step.dig("interrupt", "error") }.each_value do |own|
          return "only the first #{MOST} lines were tried" if own.size == MOST
          return "no more were tried after #{HUNG} that hung" if own.count { |trial| trial.ending == "hung" } == HUNG
        end
        nil
      end

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
        place = worst["at"] ? "at #{File.basename(worst["at"])}" : "before any line"
        "#{unsafe.size} of #{points} points are unsafe#{these}, one #{place}: #{worst["reason"]}"
      end
    end
  end
end
