# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Check as text: which cases each contender passed, and how it failed the others.
    module Check
      extend Choice

      FORMATS = {
        "terminal" => "a matrix of categories and contenders, and what is not passed, with the command that repeats it",
        "markdown" => "the same for an issue or a page",
        "html" => "one page that loads nothing: each cell leads to what was expected, seen and sent",
        "junit" => "a test case per case and contender, as XML",
        "json" => "every case by the schema cachemark/check/1"
      }.freeze

      # The command that repeats exactly one case, or those of a `pattern` of its contender's.
      #
      #: (Stats::Check, Stats::Check::Outcome | Remark, ?String) -> String
      def self.replay(check, one, pattern = one.case)
        CommandLine.of(["check", one.contender, *one.peers, "--case", pattern, "--seed", check.run["seed"].to_s])
      end
    end
  end
end
