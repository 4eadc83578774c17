# frozen_string_literal: true

require "time"

module Cachemark
  module Stats
    # What is said beside the speed of a contender of which a check found that it returns wrong values.
    module Mark
      SHOWN = 3
      DAY_S = 86_400
      private_constant :SHOWN, :DAY_S

      # nil for one that nobody found so. `run` is a record's first line, whose marks are {contender => {"notation", "cases" =>
      # {case => when}}}.
      #
      #: (Hash, String) -> String?
      def self.sentence(run, contender)
        mark = run.dig("marks", contender) or return
        cases = mark["cases"]
        more = cases.size - SHOWN
        named = [*cases.keys.first(SHOWN), *("#{more} more" if more.positive?)].join(", ")
        "CORRUPT: it returns wrong values, as check saw #{ago(cases.values.max, run["started_at"])}: #{named} " \
          "(cachemark check #{mark["notation"]})"
      end

      # "on 2026-11-20, 2 days before"
      def self.ago(checked, started)
        days = ((Time.iso8601(started) - Time.iso8601(checked)) / DAY_S).floor
        "on #{checked[0, 10]}#{", #{days} day#{"s" if days > 1} before" if days.positive?}"
      end
      private_class_method :ago
    end
  end
end
