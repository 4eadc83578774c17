# frozen_string_literal: true

module Cachemark
  module Report
    module Selftest
      # What was known and what the judge made of it, as a page.
      class HTML
        Page = Report::HTML
        WORDS = { "right" => "ok", "wrong" => "WRONG", "undecided" => "?" }.freeze
        private_constant :Page, :WORDS

        #: (Stats::Selftest, ?record: Record?) -> void
        def initialize(selftest, record: nil)
          @selftest = selftest
          @path = record&.path
        end

        #: () -> String
        def to_s
          found = @selftest.controls.filter_map(&:found).uniq
          chart = Page::Charts::Forest.of(found, margin: @selftest.options["margin"] || Stats::Judgement::DEFAULTS["margin"])
          Page::Document.new(@selftest, title: "Selftest #{@selftest.state}", lead: [gate], record: @path,
                                        sections: [controls, Page::Section.of_charts("effects", "Effects", [chart])]).page
        end

        private

        def gate
          gate = @selftest.gate
          "The gate should stop #{names(gate.expected)}, and stopped #{names(gate.found)}."
        end

        def names(places) = places.empty? ? "nothing" : places.map { |place| place.join(" in ") }.join(", ")

        def controls
          grid = Page::Grid.new(id: "controls", caption: "Controls", rows: @selftest.controls, columns: columns)
          notes = @selftest.notes.map { |note| "<li>#{Erubi.h(note)}</li>" }.join
          Page::Section.new(id: "results", heading: "Controls", body: "#{grid}#{"<ul>#{notes}</ul>" unless notes.empty?}")
        end

        def columns
          [column("shows", left: true, &:shows),
           column("judged", left: true, mark: ->(one) { "verdict #{one.state}" }) { |one| WORDS.fetch(one.state) },
           column("contender", left: true, &:contender), column("scenario", left: true, &:scenario),
           column("should be", left: true, &:expected), column("verdict", left: true) { |one| one.found&.verdict || "none" },
           column("effect", value: ->(one) { one.found&.effect },
                            how: ->(one) { "By #{one.found&.pairs || 0} pairs of fresh processes." }) { |one| effect(one.found) }]
        end

        def column(heading, **more, &cell) = Page::Column.new(heading: heading, cell: cell, **more)

        def effect(found) = found ? Effects.of(found.effect, found.interval) : ""
      end
    end
  end
end
