# frozen_string_literal: true

require "json"
require "zlib"

module Cachemark
  class Record
    # Reads a record file, or only its first lines or its last one: a record may have a million lines.
    module Reader
      # The most bytes of a summary, the last line of a record, including its newline.
      SUMMARY_BYTES = 16_384
      # The most bytes of a compressed record when it is unpacked. A stranger may have made it, and parsed lines need up to 30
      # times their bytes. The largest published record has 29 MB.
      MOST_UNPACKED = 64 << 20
      # The files that any command may have written.
      RECORDS = "name the record that a command printed as `Record: FILE`"
      COMPRESSED = ".gz"
      # The name of the format, without its version.
      FAMILY = "cachemark/record/"
      private_constant :RECORDS, :COMPRESSED, :FAMILY

      class << self
        # The whole record. A last line that a crash cut short is omitted; damage anywhere else is reported by line.
        # `writer` is the command whose record is expected; without it, a record of any command is.
        #: (String, ?writer: String?) -> Record ! Usage
        def read(path, writer: nil)
          lines = parse(path, texts(path))
          check(path, lines)
          Record.new(upgraded(path, lines), path: File.expand_path(path))
        rescue SystemCallError => error
          raise Usage.new("cannot read the record #{path}: #{error.message.sub(/ @ .*/, "")}",
                          try: writer ? "name a file that `cachemark #{writer} --output FILE.jsonl` wrote" : RECORDS)
        end

        # The lines before its first result; nil if the file is not a record of a known version.
        #: (String) -> Record?
        def beginning(path)
          lines = File.foreach(path, encoding: "UTF-8").lazy.map { |text| ::JSON.parse(text) }
                      .take_while { |line| line.is_a?(Hash) }
          return unless Upgrade::SCHEMAS.include?(lines.first&.fetch("schema", nil))

          head = lines.map { |line| Upgrade.call(line) }.take_while { |line| Kinds::HEAD.key?(line["type"]) }
          Record.new(head.to_a, path: path)
        rescue SystemCallError, ::JSON::ParserError
          nil
        end

        # The fields of the summary, read from the file's end; nil if the file does not end with a summary.
        #: (String) -> Hash[String, Object]? ! SystemCallError
        def summary(path)
          line = last_line(path)
          return unless line&.valid_encoding?

          fields = ::JSON.parse(line)
          fields if fields.is_a?(Hash) && fields["type"] == "summary"
        rescue ::JSON::ParserError
          nil
        end

        # Runs a block that computes something from the record, or the results, at that path. Any error of it is reported with
        # the file: lines that no Cachemark wrote, or that are missing, can break every figure.
        #: (String, ?try: String) { () -> Object } -> Object ! Usage
        def interpret(path, try: "name a record as a run wrote it, or report this if a run wrote it")
          yield
        rescue Error, SystemCallError, IOError
          raise
        rescue StandardError => error
          why = "#{error.class}: #{error.message.lines.first.to_s.chomp}"
          raise Usage.new("#{path}: its figures cannot be read (#{why})", try: try)
        end

        private

        # Its lines, one at a time. Published records are compressed.
        def texts(path, &block)
          return to_enum(:texts, path) unless block
          return File.foreach(path, encoding: "UTF-8", &block) unless path.end_with?(COMPRESSED)

          Zlib::GzipReader.open(path, encoding: "UTF-8") { |file| unpack(path, file, &block) }
        rescue Zlib::Error => error
          raise Usage.new("cannot read the record #{path}: #{error.message}", try: RECORDS)
        end

        def unpack(path, file)
          file.each_line("\n", MOST_UNPACKED + 1) { |text| file.pos > MOST_UNPACKED ? refuse_long(path) : yield(text) }
        ensure
          file.rewind # or closing it warns of what was not read
        end

        def refuse_long(path)
          raise Usage.new("#{path} unpacks to more than #{MOST_UNPACKED >> 20} MiB, the most of a compressed record",
                          try: "unpack it with gunzip, if you trust it")
        end

        # A last line may be cut short.
        def parse(path, texts)
          cut = nil
          texts.each_with_index.filter_map do |text, index|
            refuse(path, cut) if cut
            line = ::JSON.parse(text)
            line.is_a?(Hash) && text.valid_encoding? ? line : refuse(path, index)
          rescue ::JSON::ParserError
            refuse(path, index) if index.zero?
            cut = index
            nil
          end
        end

        def refuse(path, index, why = nil)
          raise Usage.new("#{path}:#{index + 1}: not a line of a record#{why}",
                          try: "name a record, which has one JSON object a line")
        end

        def check(path, lines)
          schema = lines.first&.fetch("schema", nil)
          unless Upgrade::SCHEMAS.include?(schema)
            raise Usage.new("#{path}:1: not a record of this version (#{schema || "no schema"}, expected #{SCHEMA})",
                            try: schema.to_s.start_with?(FAMILY) ? "show it with the Cachemark that wrote it" : RECORDS)
          end
          second = lines.drop(1).index { |line| line["type"] == "run" && line["host"].nil? } or return
          raise Usage.new("#{path}:#{second + 2}: a second record begins here", try: "split the file before this line")
        end

        def upgraded(path, lines)
          lines.each_with_index.map do |line, index|
            Upgrade.call(line).freeze
          rescue StandardError => error
            refuse(path, index, " (#{error.class}: #{error.message.lines.first.to_s.chomp})")
          end
        end

        # Nil if the line was cut short, or is longer than a summary may be.
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

      # Renames the words of older versions, line by line, so that all other code knows only the present names. A line with the
      # present names stays as it is, because this version may have continued an older record.
      module Upgrade
        # The versions of the line format that can be read.
        SCHEMAS = ["cachemark/record/1", "cachemark/record/2", SCHEMA].freeze

        # {type of a line => its name today}, and {type => {field => its name today}}.
        NAMES = { "situation" => "fault", "option_look" => "configuration" }.freeze
        MEMBERS = { "run" => { "marks" => "warnings" }, "situation" => { "situation" => "fault" },
                    "case" => { "situation" => "fault", "anew" => "discarded" },
                    "survey" => { "neighbours" => "other_processes" }, "in_flight" => { "of" => "workers" } }.freeze
        # The senders of a piece of a case's octets.
        SENDERS = { "relay to client" => "proxy to client", "relay to server" => "proxy to server" }.freeze
        private_constant :NAMES, :MEMBERS, :SENDERS

        class << self
          #: (Hash[String, Object]) -> Hash[String, Object]
          def call(line)
            line, type = changed(line), line["type"]
            line = renamed(line, MEMBERS[type]) if MEMBERS.key?(type)
            start = Kinds::ROWS.dig(NAMES.fetch(type, type), 0)
            start && start["type"] != type ? start.merge(line, start) : line
          end

          private

          # With the values of today.
          def changed(line)
            case line["type"]
            when "run" then line.merge("schema" => SCHEMA)
            when "case" then examined(line)
            when "environment" then environment(mutant(line))
            when "failure" then mutant(line)
            when "survey" then survey(line)
            when "experiment" then line.merge("condition" => condition(line["condition"]))
            when "cell" then endpoint(line)
            when "event" then event(line)
            else line
            end
          end

          # The time that a run would have needed was only in its message.
          def event(line)
            case line["kind"]
            when "untapped" then line.merge("kind" => "unobserved")
            when "stopped" then { "needed_s" => line["message"][/--for (\d+)s/, 1]&.to_i, **line }.compact
            else line
            end
          end

          def renamed(line, names) = line.transform_keys { |name| names.fetch(name, name) }

          def examined(line)
            line = mutant(line)
            pieces = line["octets"]&.map { |piece| piece.map { |part| SENDERS.fetch(part, part) } }
            pieces ? line.merge("octets" => pieces) : line
          end

          # The memcached that a contender named was apart from the rest of its endpoint.
          def endpoint(line)
            return line unless line["server"]

            line.except("server").merge("endpoint" => { "memcached" => line["server"], **(line["endpoint"] || {}) })
          end

          def condition(name) = name.sub("a neighbour on", "another process on")

          # The changes that the machine's calibration detected, by condition.
          def survey(line)
            return line unless line["calibration"].is_a?(Hash)

            renamed = line["calibration"].transform_values do |gains|
              gains.is_a?(Hash) ? gains.transform_keys { |name| condition(name) } : gains
            end
            line.merge("calibration" => renamed)
          end

          def environment(line)
            line["options"].is_a?(Hash) ? line.merge("options" => renamed(line["options"], "flaw" => "mutant")) : line
          end

          # The name of a contender contains its options.
          def mutant(line)
            return line unless line["contender"].to_s.include?("control,flaw=")

            line.merge("contender" => line["contender"].sub(",flaw=", ",mutant="))
          end
        end
      end
    end
  end
end
