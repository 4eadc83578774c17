# frozen_string_literal: true

module Cachemark
  module Report
    module Selftest
      # A line for each control.
      class Terminal
        #: (Stats::Selftest, **Object) -> void
        def initialize(selftest, **page)
          @selftest = selftest
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s
          @page.text(said, lines.join("\n"), @page.notes(@selftest.notes), Provenance.new(@selftest).sentences.join("\n"),
                     @page.closing)
        end

        private

        def said
          wrong = [*@selftest.controls, @selftest.gate].count { |control| !control.right? }
          text = wrong.zero? ? "Selftest passed: everything known was judged rightly." : "Selftest FAILED: #{wrong} misjudged."
          @page.paint.verdict(wrong.zero? ? "faster" : "slower", text)
        end

        def lines = [*@selftest.controls.map { |control| control(control) }, gate(@selftest.gate)]

        def control(control)
          found = control.found
          figures = found && (found.effect ? Effects.of(found.effect, found.interval) : found.reason)
          line(control.right?, control.shows, "#{control.contender}, #{control.scenario}: #{found&.verdict || "no verdict"}" \
                                              "#{", not #{control.expected}" unless control.right?} #{figures}")
        end

        def gate(gate)
          should = "; should: #{names(gate.expected)}" unless gate.right?
          line(gate.right?, "the gate stops what is slower, and nothing else", "stopped: #{names(gate.found)}#{should}")
        end

        def names(places) = places.empty? ? "nothing" : places.map { |place| place.join(" in ") }.join(", ")

        def line(right, shows, told)
          mark = right ? @page.paint.verdict("faster", "ok   ") : @page.paint.verdict("slower", "WRONG")
          "#{mark} #{shows}\n      #{Wrap.cut(told.lines.first.to_s.strip, @page.width - 6)}"
        end
      end
    end
  end
end
