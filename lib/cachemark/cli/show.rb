# frozen_string_literal: true

module Cachemark
  module CLI
    # `show RECORD`: any report of whatever was measured again, without measuring.
    class Show < Command
      include RunOptions

      describe "make any report of a record again, without measuring", arguments: "RECORD", examples: [
        ["show run.jsonl", "the table that the run printed"],
        ["show run.jsonl --format html --output report.html", "a page with charts, to pass on"],
        ["show run.jsonl --format json --output run.json", "every figure with its origin"],
        ["show run.jsonl --update README.md", "the table into a document, in its published layout"]
      ]

      private

      # Not every record has every report.
      def declare(parser)
        declare_output(parser, formats: Subject.formats)
        super
        parser.separator("")
        parser.separator("Formats by the command that made the record (selftest --calibrate: calibrate):")
        Subject.by_kind.each do |kind, formats|
          parser.separator(Report::Wrap.text(formats.join(", "), 110, head: format("    %-10s ", kind)))
        end
      end

      def perform(words)
        path = only_record(words)
        delivery = Delivery.new(@options, out: @out, err: @err)
        record = Record::Reader.read(path, writer: "COMMAND")
        delivery.check(record.run["suite"] || {}, read: [["record", path]])
        delivery.deliver(record) ? 0 : 3
      end

      def only_record(words)
        return words.first if words.size == 1

        raise Usage.new(words.empty? ? "show needs a record" : "show takes one record, not #{words.size}",
                        try: "cachemark show RECORD, where RECORD is a file that a run named in its last lines")
      end
    end
  end
end
