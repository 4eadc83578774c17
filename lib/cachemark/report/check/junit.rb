# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # A suite per contender, a test case per case: what is bad failed, unless a baseline knows it; what is unsupported was
      # skipped. A control that was judged wrongly is an error, and so is what could not be examined to the end.
      class JUnit
        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
          @failing = check.failing
          @words = Words.new(check)
        end

        #: () -> String
        def to_s
          suites = @check.cases.group_by(&:contender).map { |contender, own| suite(contender, own) }
          ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", *suites, *controls, *unfinished, "</testsuites>",
           ""].join("\n")
        end

        private

        def suite(contender, own)
          facts = { name: "cachemark check #{contender}", tests: own.size, failures: own.count { |one| @failing.include?(one) },
                    errors: 0, skipped: own.count { |one| skipped?(one) }, timestamp: timestamp }
          ["  <testsuite#{XML.attributes(facts)}>", *own.map { |one| test_case(one) }, "  </testsuite>"].join("\n")
        end

        def timestamp = @check.run["started_at"].to_s.delete_suffix("Z")

        # What is bad and known before is no failure, and no success.
        def skipped?(one) = one.outcome == "UNSUPPORTED" || (one.bad? && !@failing.include?(one))

        def test_case(one)
          head = "    <testcase#{XML.attributes(classname: "cachemark.check.#{one.category}", name: one.case)}"
          message = "#{one.outcome}#{": #{one.reason}" if one.reason}#{"; #{@words.beside(one)}" if @words.beside(one)}"
          return "#{head}><skipped#{XML.attributes(message: message)}/></testcase>" if skipped?(one)
          return "#{head}/>" unless @failing.include?(one)

          "#{head}>\n      <failure#{XML.attributes(type: one.outcome, message: message)}>" \
            "#{XML.text(Check.replay(@check, one))}</failure>\n    </testcase>"
        end

        def controls
          doubts = @words.doubts
          doubts.empty? ? [] : errors("controls", doubts.map { |doubt| ["control", doubt] })
        end

        def unfinished
          lost = @check.failures.map { |contender, reason| ["lost", "#{contender}: #{reason}"] }
          absent = @check.untried.map { |contender| ["absent", "#{contender} was put to no case"] }
          found = [*lost, *absent, *([["ended", @words.ending]] if @check.cut?)]
          found.empty? ? [] : errors("unfinished", found)
        end

        def errors(name, found)
          tests = found.map do |kind, message|
            head = XML.attributes(classname: "cachemark.check.#{kind}", name: message)
            "    <testcase#{head}><error#{XML.attributes(message: message)}/></testcase>"
          end
          facts = { name: "cachemark check: #{name}", tests: tests.size, failures: 0, errors: tests.size }
          ["  <testsuite#{XML.attributes(facts)}>", *tests, "  </testsuite>"]
        end
      end
    end
  end
end
