# frozen_string_literal: true

module Cachemark
  module Site
    # Tables of a site: their columns, and the table of changes.
    module Tables
      class << self
        # Text; the block makes it of a row.
        #
        #: (String) { (Object) -> String? } -> Report::Column
        def text(heading, &cell) = Report::Column.words(heading, &cell)

        # A piece of HTML.
        #
        #: (String) { (Object) -> String } -> Report::Column
        def html(heading, &html) = Report::Column.words(heading, html: html) { "" }

        # A figure: `cell` makes its text of a row, the block the number that it is sorted by; `how` says where it comes from.
        #
        #: (String, #call, ?how: #call?) { (Object) -> Numeric? } -> Report::Column
        def figure(heading, cell, how: nil, &value) = Report::Column.new(heading: heading, cell: cell, how: how, number: value)
      end

      # Changes as a table: when, what and how much. Without clients it is the place that links to its changes lead to.
      class Changes
        # `series` makes of a change the link of its series, and `client` that of its client, nil where all are of one.
        #
        #: (Array[History::Change], caption: String, series: #call, ?client: #call?) -> void
        def initialize(changes, caption:, series:, client: nil)
          @changes = changes
          @caption = caption
          @series = series
          @client = client
        end

        # HTML.
        #
        #: () -> String
        def to_s
          return Frame.paragraph("No series has moved beyond what chance does.") if @changes.empty?

          HTML::Grid.new(id: "changes-grid", caption: @caption, columns: columns, rows: @changes,
                         anchor: (Places.method(:change) unless @client), words: Words.method(:change)).to_s
        end

        private

        def columns
          [Tables.text("seen") { |change| change.to.at[0, 10] }, (Tables.html("client", &@client) if @client),
           Tables.html("series", &@series),
           Tables.html("became") { |change| %(<span class="verdict #{change.direction}">#{change.direction}</span>) },
           Tables.figure("by", ->(change) { Report::Effects.of(change.effect, change.interval) }, how: method(:origin), &:effect),
           Tables.text("since") { |change| Words.version(change.to) },
           Tables.text("before") { |change| Words.version(change.from) },
           Tables.text("of") { |change| metric(change) }].compact
        end

        def origin(change) = "#{Words.change(change)}\n#{Words.evidence(change)}"

        def metric(change)
          return "× socket" if change.metric == "socket_ratio"

          change.surroundings ? "time per call: the machine" : "time per call"
        end
      end
    end
  end
end
