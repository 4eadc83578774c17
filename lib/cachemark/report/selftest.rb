# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Selftest as text: the known outcomes, and the verdicts on them.
    module Selftest
      extend Kind
      FORMATS = %w[terminal html json].freeze
      SCHEMA = "cachemark/selftest/1"
      WORDS = { "right" => "ok", "wrong" => "WRONG", "undecided" => "?" }.freeze
      TONES = { "passed" => "faster", "failed" => "slower" }.freeze
      private_constant :SCHEMA, :WORDS, :TONES

      class << self
        #: (Stats::Selftest, Record) -> Document
        def document(selftest, _record)
          Document.new(title: "Cachemark selftest: #{selftest.state}", headline: [answer(selftest)],
                       tone: TONES.fetch(selftest.state, "unresolved"), origin: selftest,
                       parts: parts(selftest), data: -> { data(selftest) })
        end

        private

        def answer(selftest)
          case selftest.state
          when "passed" then "Selftest passed: every known case was judged correctly."
          when "failed" then "Selftest FAILED: #{count(selftest, "wrong")} misjudged."
          else "Selftest not decided: #{doubt(selftest)}."
          end
        end

        def count(selftest, state) = selftest.all.count { |judged| judged.state == state }

        def doubt(selftest)
          return "nothing was judged" if selftest.controls.empty?

          open = count(selftest, "undecided")
          left = "#{open} of #{selftest.all.size} could not be judged" if open.positive?
          ended = "it was #{selftest.outcome}" if selftest.outcome && selftest.outcome != "complete"
          "#{[ended, left].compact.join(", ")}; measure longer, or on a quieter machine"
        end

        def parts(selftest)
          found = selftest.controls.filter_map(&:found).uniq
          [Part::Heading.new(id: "results", text: "Controls"),
           Part::List.new(items: [*selftest.controls.map { |control| item(control) }, gate(selftest.gate)], on: %i[terminal]),
           Part::Text.new(text: "The gate should stop #{names(selftest.gate.expected)}, and stopped " \
                                "#{names(selftest.gate.found)}.", on: Part::PAGE),
           Table.of_rows(id: "controls", caption: "Every control", rows: selftest.controls, columns: columns, on: Part::PAGE),
           Part::Notes.new(sentences: selftest.notes), Part::Heading.new(id: "effects", text: "Changes"),
           Part::Chart.new(kind: :changes, of: [found, Stats::Judgement.margin(selftest.options)]), Part::Origin.new]
        end

        def columns
          [Column.words("shows", &:purpose),
           Column.words("judged", tone: :state.to_proc) { |control| WORDS.fetch(control.state) },
           Column.words("contender", &:contender), Column.words("scenario", &:scenario), Column.words("should be", &:expected),
           Column.words("verdict") { |control| control.found&.verdict || "none" },
           Column.figures("change", always: true, number: ->(control) { control.found&.effect },
                                    how: ->(control) { "By #{control.found&.pairs || 0} pairs of fresh processes." }) do |control|
             control.found ? Figures.change(control.found.effect, control.found.interval) : ""
           end]
        end

        def item(control)
          found = control.found
          figures = (found.effect ? " #{Figures.change(found.effect, found.interval)}" : ": #{found.reason}") if found
          line(control.state, "#{control.purpose}#{margin(control)}",
               "#{control.contender}, #{control.scenario}: #{found&.verdict || "no verdict"}" \
               "#{", not #{control.expected}" unless control.right?}#{figures}")
        end

        # "Same" is always relative to a margin.
        def margin(control)
          format(" (margin %g %%)", control.margin * 100) if control.margin && %w[same unresolved].include?(control.expected)
        end

        def gate(gate)
          should = "; should: #{names(gate.expected)}" unless gate.right?
          line(gate.state, "the gate stops what is slower, and nothing else", "stopped: #{names(gate.found)}#{should}")
        end

        def names(places) = places.empty? ? "nothing" : places.map { |place| place.join(" in ") }.join(", ")

        def line(state, shows, found)
          Part::Item.new(mark: WORDS.fetch(state).ljust(5), tone: state, text: shows, details: [found.lines.first.to_s.strip])
        end

        def data(selftest)
          { **Provenance.new(selftest).head(SCHEMA), passed: selftest.passed?, state: selftest.state,
            controls: selftest.controls.map { |control| control_data(control) },
            gate: { **selftest.gate.to_h, right: selftest.gate.right?, state: selftest.gate.state } }
        end

        def control_data(control)
          found = control.found
          { shows: control.purpose, contender: control.contender, scenario: control.scenario, expected: control.expected,
            margin: control.margin, verdict: found&.verdict, effect: found&.effect, interval: found&.interval,
            reason: found&.reason, right: control.right?, state: control.state }
        end
      end
    end
  end
end
