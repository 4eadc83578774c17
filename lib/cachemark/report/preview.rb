# frozen_string_literal: true

module Cachemark
  module Report
    # A Lab::Preview as text: the rows that a command would measure, how long that takes, and what it would download.
    module Preview
      extend Kind
      FORMATS = %w[terminal markdown json].freeze
      SCHEMA = "cachemark/preview/1"
      # State => its words, and their tone.
      STATES = { "ready" => ["here", nil], "missing" => ["to be downloaded or built", "unresolved"],
                 "impossible" => ["impossible here", "slower"] }.freeze
      HANGS = "A call that hangs takes longer: it is tried three times, for 4 s or more."
      private_constant :SCHEMA, :STATES, :HANGS

      class << self
        #: (Lab::Preview, Record) -> Document
        def document(preview, _record)
          Document.new(title: "Cachemark #{preview.command}", headline: [answer(preview), missing(preview)], origin: nil,
                       parts: [rows(preview), needs(preview)], data: -> { data(preview) })
        end

        private

        def answer(preview)
          rows = Figures.counted(preview.rows.size, "row")
          hosts = " on #{Figures.counted(preview.hosts, "host")}" if preview.hosts
          time = preview.seconds ? ", in about #{duration(preview.seconds)}" : ""
          hangs = HANGS if preview.command == "check"
          ["This would measure #{rows}#{hosts}#{time}.", *hangs, "Nothing was started."].join(" ")
        end

        def duration(seconds) = seconds < 120 ? "#{seconds.round} s" : "#{(seconds / 60).round} minutes"

        def missing(preview)
          names = preview.needs.select { |need| need.state == "missing" }.map(&:name)
          return "Nothing would be downloaded." if names.empty?

          "It would download or build what is missing in the cache: #{names.join(", ")}."
        end

        def rows(preview)
          Table.of_rows(id: "rows", caption: "Rows", rows: preview.rows,
                        columns: [Column.words("contender", &:contender), Column.words("what", &:what),
                                  Column.words("mode", &:mode)])
        end

        def needs(preview)
          Table.of_rows(id: "needs", caption: "What it needs", rows: preview.needs,
                        columns: [Column.words("needs", &:name),
                                  Column.words("state", tone: ->(need) { STATES.fetch(need.state).last }) do |need|
                                    STATES.fetch(need.state).first
                                  end,
                                  Column.words("reason", &:reason)])
        end

        def data(preview)
          { schema: SCHEMA, **preview.to_h, rows: preview.rows.map(&:to_h), needs: preview.needs.map(&:to_h) }
        end
      end
    end
  end
end
