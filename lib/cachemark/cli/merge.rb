# frozen_string_literal: true

module Cachemark
  module CLI
    # `merge RECORD...`: one record of what several hosts measured, and its report.
    class Merge < Command
      describe "Join records of one comparison or gate from several machines.", arguments: "RECORD...", examples: [
        ["merge laptop.jsonl server.jsonl", "The verdicts over both machines."],
        ["merge fleet.jsonl new.jsonl -o all.jsonl", "One machine more. A merged record can be merged again."]
      ]
      takes "Report and record" => Options.report(Report::Comparison.formats, Options::RECORD)

      private

      def perform(words)
        refuse_few(words)
        path = File.expand_path(@options[:record] || Paths.new.new_record)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check({}, read: words.map { |word| ["record to merge", word] })
        # A record that names no host is called like its file.
        record = Record::Reader.interpret(words.join(" and ")) do
          parts = words.flat_map { |word| Record::Merge.parts(Record::Reader.read(word), name: Record::Merge.host(word)) }
          written(Record::Merge.new(parts), path)
        end
        Record::Reader.interpret(path) { delivery.deliver(record) ? code(record) : 3 }
      end

      def written(lines, path)
        writer = Record::Writer.whole(path, lines)
        raise Trouble.new(writer.broken, try: "choose another record=FILE") if writer.broken

        writer.record
      end

      def code(record)
        found = Delivery::Subject.new(record).value
        return found.code if found.is_a?(Stats::Gate::Decision)

        found.verdicts.any? { |verdict| verdict.verdict == "invalid" } ? 3 : 0
      end

      def refuse_few(words)
        return if words.size > 1 || words.one? && File.file?(words.first)

        raise Usage.new("merge needs records",
                        try: "cachemark merge RECORD RECORD, with the files that runs named in their last lines")
      end
    end
  end
end
