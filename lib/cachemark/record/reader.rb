# frozen_string_literal: true

require "json"

module Cachemark
  class Record
    # Reads a record file, or only its first lines or its last one: a record may have a million lines.
    module Reader
      # Lines that say what is measured, without results: a record begins with them.
      BEGINNING = %w[run environment cell position].freeze
      # The longest that the last line may be that sums a record up, with its end.
      SUMMARY_BYTES = 16_384
      private_constant :BEGINNING

      class << self
        # The whole record. A last line that a crash cut short is omitted; damage anywhere else is reported by line.
        # `writer` is the command whose record is expected.
        #: (String, ?writer: String) -> Record ! Usage
        def read(path, writer: "run")
          lines = parse(path, File.readlines(path, encoding: "UTF-8"))
          check(path, lines)
          Record.new(lines.map { |line| Upgrade.call(line).freeze }, path: path)
        rescue SystemCallError => error
          raise Usage.new("cannot read the record #{path}: #{error.message.sub(/ @ .*/, "")}",
                          try: "name a file that `cachemark #{writer} --record FILE` wrote")
        end

        # Its first lines; nil for a file that is not a record of this version.
        #
        #: (String) -> Record?
        def beginning(path)
          lines = File.foreach(path, encoding: "UTF-8").lazy.map { |text| ::JSON.parse(text) }
                      .take_while { |line| line.is_a?(Hash) && BEGINNING.include?(line["type"]) }.to_a
          return unless Upgrade::SCHEMAS.include?(lines.first&.fetch("schema", nil))

          Record.new(lines.map { |line| Upgrade.call(line) }, path: path)
        rescue SystemCallError, ::JSON::ParserError
          nil
        end

        # The fields of the summary, read from the file's end; nil for a file that does not end with one.
        #
        #: (String) -> Hash[String, Object]? ! SystemCallError
        def summary(path)
          line = last_line(path)
          return unless line&.valid_encoding?

          fields = ::JSON.parse(line)
          fields if fields.is_a?(Hash) && fields["type"] == "summary"
        rescue ::JSON::ParserError
          nil
        end

        private

        def parse(path, texts)
          texts.each_with_index.filter_map do |text, index|
            ::JSON.parse(text)
          rescue ::JSON::ParserError
            next if index == texts.size - 1 && index.positive?

            raise Usage.new("#{path}:#{index + 1}: not a line of a record",
                            try: "name a record, which has one JSON object a line")
          end
        end

        def check(path, lines)
          schema = lines.first.is_a?(Hash) ? lines.first["schema"] : nil
          return if Upgrade::SCHEMAS.include?(schema)

          raise Usage.new("#{path}:1: not a record of this version (#{schema || "no schema"}, expected #{SCHEMA})",
                          try: "show it with the Cachemark that wrote it")
        end

        # Nil where it was cut short, or is longer than a summary may be.
        def last_line(path)
          File.open(path, "rb") do |file|
            skipped = [file.size - SUMMARY_BYTES - 1, 0].max
            file.seek(skipped)
            text = file.read
            from = text.rindex("\n", -2)
            text[(from ? from + 1 : 0)..].force_encoding("UTF-8") if text.end_with?("\n") && (from || skipped.zero?)
          end
        end
      end
    end
  end
end
