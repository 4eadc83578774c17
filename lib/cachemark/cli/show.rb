# frozen_string_literal: true

module Cachemark
  module CLI
    # `show RECORD`: any report of an earlier measurement, without measuring.
    class Show < Command
      describe "Print any report of a record, without measuring again.", arguments: "RECORD", examples: [
        ["show run.jsonl", "The table that the run printed."],
        ["show run.jsonl --format html --output report.html", "A page with charts, to pass on."],
        ["show run.jsonl --format json --output run.json", "Every figure with its origin."],
        ["show run.jsonl -o document=README.md", "The table in a document, in its published layout."]
      ]
      takes "Report" => [*Options.report(Delivery::Subject.formats, Options::UPDATE, full: Options::COLUMNS),
                         Options.allow("incomplete")]

      # Not every record has every report.
      #: (?all: bool) -> String
      def help(all: true)
        kinds = Delivery::Subject.by_kind.map { |kind, formats| wrap(formats.join(", "), format("  %-16s", kind)) }
        heading = wrap("Formats by the command that made the record:")
        super.sub("\n\nExamples:", "\n\n#{heading}\n#{kinds.join("\n")}\n\nExamples:")
      end

      private

      def perform(words)
        path = only_record(words)
        delivery = Delivery.new(@options, out: @out, err: @err)
        record = Record::Reader.read(path)
        Record::Reader.interpret(path) do
          delivery.check(record.run["suite"] || {}, read: [["record", path]])
          delivery.deliver(record) ? 0 : 3
        end
      end

      def only_record(words)
        return words.first if words.size == 1

        raise Usage.new(words.empty? ? "show needs a record" : "show takes one record, not #{words.size}",
                        try: "cachemark show RECORD, with the file that a run named in its last lines")
      end
    end
  end
end
