# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # A test case per gating cell and metric: a regression failed, what is invalid is an error,
      # what could not be decided was skipped.
      class JUnit
        TAGS = { "regression" => "failure", "invalid" => "error", "undecided" => "skipped" }.freeze
        # Characters that no XML may hold, however they are written.
        FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @decision = decision
          @cases = Case.of(decision)
        end

        #: () -> String
        def to_s
          ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", "  <testsuite#{attributes(suite)}>",
           *@cases.map { |one| test_case(one) }, "    <system-out>#{text(told)}</system-out>",
           "  </testsuite>", "</testsuites>", ""].join("\n")
        end

        private

        def suite
          counts = @cases.map { |one| TAGS[one.result] }.tally
          { name: "cachemark gate", tests: @cases.size, failures: counts.fetch("failure", 0), errors: counts.fetch("error", 0),
            skipped: counts.fetch("skipped", 0), timestamp: @decision.run["started_at"].to_s.delete_suffix("Z") }
        end

        def told = [*@decision.sentences, *@decision.notes, *Provenance.new(@decision).sentences].join("\n")

        def test_case(one)
          head = "    <testcase#{attributes(classname: "cachemark.gate", name: "#{one.contender}: #{one.name} (#{one.metric})")}"
          tag = TAGS[one.result] or return "#{head}/>"
          inside = tag == "skipped" ? attributes(message: one.message) : attributes(type: one.result, message: one.message)
          "#{head}>\n      <#{tag}#{inside}/>\n    </testcase>"
        end

        def attributes(members)
          members.map { |name, value| " #{name}=#{clean(value).encode(xml: :attr).gsub("\n", "&#10;")}" }.join
        end

        def text(value) = clean(value).encode(xml: :text)
        def clean(value) = value.to_s.scrub("?").gsub(FORBIDDEN, "?")
      end
    end
  end
end
