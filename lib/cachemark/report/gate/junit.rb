# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # A test case per gating cell and metric: a regression failed, what is invalid is an error,
      # what could not be decided was skipped.
      class JUnit
        TAGS = { "regression" => "failure", "invalid" => "error", "undecided" => "skipped" }.freeze

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @decision = decision
          @cases = Case.of(decision)
        end

        #: () -> String
        def to_s
          ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", "  <testsuite#{XML.attributes(suite)}>",
           *@cases.map { |one| test_case(one) }, "    <system-out>#{XML.text(told)}</system-out>",
           "  </testsuite>", "</testsuites>", ""].join("\n")
        end

        private

        def suite
          counts = @cases.map { |one| TAGS[one.result] }.tally
          { name: "cachemark gate", tests: @cases.size, failures: counts.fetch("failure", 0), errors: counts.fetch("error", 0),
            skipped: counts.fetch("skipped", 0), timestamp: @decision.run["started_at"].to_s.delete_suffix("Z") }
        end

        def told = [*Sentences::Gate.of(@decision), *@decision.notes, *Provenance.new(@decision).sentences].join("\n")

        def test_case(one)
          name = "#{one.contender}: #{one.name} (#{one.metric})"
          head = "    <testcase#{XML.attributes(classname: "cachemark.gate", name: name)}"
          tag = TAGS[one.result] or return "#{head}/>"
          inside = tag == "skipped" ? { message: one.message } : { type: one.result, message: one.message }
          "#{head}>\n      <#{tag}#{XML.attributes(inside)}/>\n    </testcase>"
        end
      end
    end
  end
end
