# frozen_string_literal: true

module Cachemark
  module Report
    # What a history has, as text: `List` of its entries, `Trend` of series, `Changes` of what moved.
    module History
      # The formats of all three.
      FORMATS = {
        "terminal" => "to read, as wide as the terminal",
        "markdown" => "tables for a page",
        "json" => "every figure, by the schema cachemark/history/1"
      }.freeze
      SCHEMA = "cachemark/history/1"

      class << self
        # Where and how a line, or an entry, was measured.
        #
        #: (Object, ?runtime: String?) -> String
        def place(line, runtime: nil)
          server = "memcached #{line.server}" unless line.server.to_s.empty?
          [line.machine_description, server, line.placement, runtime.to_s[/\A[^(\[]*/].strip, line.conditions]
            .reject { |one| one.to_s.empty? }.join("; ")
        end

        # A series by its name: "dalli,protocol=meta client/get threads-4".
        #
        #: (Object) -> String
        def name(series) = "#{contender(series)} #{place_of_call(series)}"

        # "dalli,protocol=meta"
        #
        #: (Object) -> String
        def contender(series) = [Vocabulary::Language.bare(series.client), *series.options.split(",")].join(",")

        # "client/get", and its mode where that is not the usual one.
        #
        #: (Object) -> String
        def place_of_call(series) = [series.scenario, *(series.mode unless series.mode == "sync")].join(" ")

        # A time of the record without its seconds: "2026-11-22 07:41".
        #
        #: (String) -> String
        def time(at) = at[0, 16].tr("T", " ")

        # A document.
        #
        #: (String, **Object) -> String
        def json(what, **members)
          "#{::JSON.pretty_generate({ schema: SCHEMA, command: "history #{what}", **members })}\n"
        end
      end
    end
  end
end
