# frozen_string_literal: true

module Cachemark
  module Report
    module Selftest
      # A line for each control.
      class Terminal
        # What stands before a control, and its colour.
        MARKS = { "right" => ["ok   ", "faster"], "wrong" => %w[WRONG slower], "undecided" => ["?    ", "unresolved"] }.freeze

        #: (Stats::Selftest, **Object) -> void
        def initialize(selftest, **page)
          @selftest = selftest
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s
          @page.text(said, lines.join("\n"), @page.notes(@selftest.notes), provenance, @page.closing)
        end

        private

        # Colour and first line of each outcome.
        def said
          case @selftest.state
          when "passed" then told("faster", "Selftest passed: everything known was judged rightly.")
          when "failed" then told("slower", "Selftest FAILED: #{count("wrong")} misjudged.")
          else told("unresolved", "Selftest not decided: #{doubt}.")
          end
        end

        def told(verdict, text) = @page.paint.verdict(verdict, @page.wrap(text))

        def provenance
          Provenance.new(@selftest).sentences.map { |sentence| @page.paint.faint(@page.wrap(sentence)) }.join("\n")
        end

        def count(state) = @selftest.all.count { |one| one.state == state }

        def doubt
          return "nothing was judged" if @selftest.controls.empty?

          open = count("undecided")
          left = "#{open} of #{@selftest.all.size} could not be judged" if open.positive?
          ended = "it was #{@selftest.outcome}" if @selftest.outcome && @selftest.outcome != "complete"
          "#{[ended, left].compact.join(", ")}; measure longer, or on a quieter machine"
        end

        def lines = [*@selftest.controls.map { |control| control(control) }, gate(@selftest.gate)]

        def control(control)
          found = control.found
          figures = (found.effect ? " #{Effects.of(found.effect, found.interval)}" : ": #{found.reason}") if found
          line(control.state, "#{control.shows}#{margin(control)}",
               "#{control.contender}, #{control.scenario}: #{found&.verdict || "no verdict"}" \
               "#{", not #{control.expected}" unless control.right?}#{figures}")
        end

        # Nothing is the same but within a margin.
        def margin(control)
          format(" (margin %g %%)", control.margin * 100) if control.margin && %w[same unresolved].include?(control.expected)
        end

        def gate(gate)
          should = "; should: #{names(gate.expected)}" unless gate.right?
          line(gate.state, "the gate stops what is slower, and nothing else", "stopped: #{names(gate.found)}#{should}")
        end

        def names(places) = places.empty? ? "nothing" : places.map { |place| place.join(" in ") }.join(", ")

        def line(state, shows, told)
          word, colour = MARKS.fetch(state)
          head = @page.wrap(shows, "#{word} ").sub(word) { @page.paint.verdict(colour, word) }
          "#{head}\n#{@page.wrap(told.lines.first.to_s.strip, " " * 6)}"
        end
      end
    end
  end
end
