# frozen_string_literal: true

module Cachemark
  module Site
    # Changes as a table: when, what and how much. Without clients it is the place that links to its changes lead to.
    class ChangesTable
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
        [Columns.text("seen") { |change| change.to.at[0, 10] }, (Columns.html("client", &@client) if @client),
         Columns.html("series", &@series),
         Columns.html("became") { |change| %(<span class="verdict #{change.direction}">#{change.direction}</span>) },
         Columns.figure("by", ->(change) { Report::Effects.of(change.effect, change.interval) }, how: method(:told), &:effect),
         Columns.text("since") { |change| Words.version(change.to) },
         Columns.text("before") { |change| Words.version(change.from) },
         Columns.text("of") { |change| metric(change) }].compact
      end

      def told(change) = "#{Words.change(change)}\n#{Words.evidence(change)}"

      def metric(change)
        return "x socket" if change.metric == "socket_ratio"

        change.surroundings ? "time per call: the machine" : "time per call"
      end
    end
  end
end
