# frozen_string_literal: true

require "terminal-table"

module Cachemark
  module Report
    module Check
      # The matrix, and below it what is not passed.
      class Terminal
        #: (Stats::Check, **Object) -> void
        def initialize(check, **page)
          @check = check
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s
          @page.text(@page.wrap(said), matrix, found, doubts, @page.notes(notes), Provenance.new(@check).sentences.join("\n"),
                     @page.closing)
        end

        private

        def said
          return "Nothing that was found can be relied on: a control was judged wrongly." unless @check.trusted?
          return "Every case was passed that the contenders support." if @check.bad.empty?

          @check.bad.group_by(&:contender).map do |contender, own|
            "#{contender}: #{own.map(&:outcome).tally.map { |outcome, count| "#{count} #{outcome}" }.join(", ")}."
          end.join(" ")
        end

        def matrix
          names = @check.contenders
          head = ["", *names]
          rows = @check.cases.group_by(&:category).map do |category, own|
            [category, *names.map { |name| cell(own.select { |one| one.contender == name }) }]
          end
          ::Terminal::Table.new(headings: head, rows: rows, style: Report::Terminal::Grid::STYLE).to_s.gsub(/ +$/, "")
        end

        def cell(outcomes)
          outcomes.map(&:outcome).tally.map { |outcome, count| "#{count} #{outcome}" }.join("\n")
        end

        def found
          @check.cases.reject { |one| %w[PASS UNSUPPORTED].include?(one.outcome) }.map do |one|
            times = " (#{one.times} of #{one.n})" if one.n > 1
            told = @page.wrap("#{one.outcome} #{one.contender} #{one.case}#{times}: #{one.reason}")
            "#{told}\n    #{Check.replay(@check, one)}"
          end.join("\n")
        end

        def doubts
          @check.controls.reject(&:right?).map do |one|
            "WRONG #{one.contender} in #{one.situation}: must be #{one.expected}, was #{one.outcomes.tally.keys.join(", ")}"
          end.join("\n")
        end

        def notes
          failed = @check.failures.map { |contender, reason| "#{contender} was not examined to the end: #{reason}" }
          lacks = @check.cases.select { |one| one.outcome == "UNSUPPORTED" }
          lacks = lacks.group_by { |one| [one.contender, one.reason] }
          failed + lacks.map { |(name, reason), own| "#{name}: #{own.size} cases: #{reason}" }
        end
      end
    end
  end
end
