# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Check as text: which cases each contender passed, and how it failed the others.
    module Check
      extend Choice

      FORMATS = {
        "terminal" => "a matrix of categories and contenders, and a line for each case that is not passed",
        "json" => "every case by the schema cachemark/check/1"
      }.freeze

      # The command that repeats exactly one case.
      #
      #: (Stats::Check, Stats::Check::Outcome) -> String
      def self.replay(check, one)
        "cachemark check #{one.contender} --case #{one.case} --seed #{check.run["seed"]}"
      end
    end
  end
end
