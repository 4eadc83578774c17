# frozen_string_literal: true

module Cachemark
  module Report
    # Test suites as XML, in the format that CI systems read.
    class JUnit
      # `facts` are attributes of the suite after its counts. `skips`: the suite counts skipped cases. `output` is text that
      # belongs to the whole suite.
      Suite = Value.define(:name, :cases, facts: {}.freeze, skips: true, output: nil)
      # `state` is "failure", "error", "skipped", or nil for a passed case. `type` is the kind of failure, `text` the command
      # that repeats the case. `inline`: the state is on the line of the case.
      Case = Value.define(:group, :name, state: nil, message: nil, type: nil, text: nil, inline: false)
      # Characters that XML forbids, even when escaped.
      FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/
      private_constant :FORBIDDEN

      #: (Array[Suite]) -> void
      def initialize(suites)
        @suites = suites
      end

      #: () -> String
      def to_s
        ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", *@suites.flat_map { |suite| suite(suite) },
         "</testsuites>", ""].join("\n")
      end

      private

      def suite(suite)
        output = "    <system-out>#{text(suite.output)}</system-out>" if suite.output
        ["  <testsuite#{attributes({ name: suite.name, **counts(suite), **suite.facts })}>",
         *suite.cases.map { |one| test_case(one) }, *output, "  </testsuite>"]
      end

      def counts(suite)
        states = suite.cases.map(&:state).tally
        { tests: suite.cases.size, failures: states.fetch("failure", 0), errors: states.fetch("error", 0),
          **(suite.skips ? { skipped: states.fetch("skipped", 0) } : {}) }
      end

      def test_case(one)
        head = "    <testcase#{attributes({ classname: one.group, name: one.name })}"
        return "#{head}/>" unless one.state

        inside = attributes({ type: one.type, message: one.message }.compact)
        result = one.text ? "#{inside}>#{text(one.text)}</#{one.state}>" : "#{inside}/>"
        one.inline ? "#{head}><#{one.state}#{result}</testcase>" : "#{head}>\n      <#{one.state}#{result}\n    </testcase>"
      end

      # ' name="value"' of each member.
      def attributes(members)
        members.map { |name, value| " #{name}=#{clean(value).encode(xml: :attr).gsub("\n", "&#10;")}" }.join
      end

      def text(value) = clean(value).encode(xml: :text)
      def clean(value) = value.to_s.scrub("?").gsub(FORBIDDEN, "?")
    end
  end
end
