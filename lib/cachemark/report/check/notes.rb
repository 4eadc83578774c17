# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What holds for all of a check: notes of the run, what could not be examined, and why.
      class Notes
        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
          @lacking = check.shown.reject(&:tried?)
        end

        #: () -> Array[String]
        def to_a = [*@check.notes, *failures, *lacks, *absent, *Anew.note(@check.cases)]

        private

        # Those of which no entry tells.
        def failures
          untold = @check.failures.uniq.reject { |contender, reason| entry?(contender, reason) }
          untold.map { |contender, reason| "#{contender}: #{reason}" }
        end

        def entry?(contender, reason)
          @lacking.any? { |one| one.contender == contender && [one.reason, "#{one.case}: #{one.reason}"].include?(reason) }
        end

        # Each reason once, of all who lack the same in as many cases.
        def lacks
          own = @lacking.group_by { |one| [one.contender, one.reason] }.map { |(name, reason), cells| [name, reason, cells] }
          own.group_by { |_, reason, cells| [reason, cells.size] }.map do |(reason, size), all|
            where = all.one? && size == 1 ? all.first.last.first.case : "#{Words.count(size)}#{" each" if all.size > 1}"
            "#{all.map(&:first).join(", ")}: #{where}: #{reason}"
          end
        end

        def absent
          axes = @check.axes.reject { |axis| axis.absent.empty? }
          axes.map { |axis| "#{axis.name}: left out, for they cannot be built here: #{axis.absent.join(", ")}" }
        end
      end
    end
  end
end
