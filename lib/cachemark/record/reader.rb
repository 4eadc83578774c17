# frozen_string_literal: true

require "json"

module Cachemark
  class Record
    # Reads a record file. A last line cut short by a crash is left out; damage
    # anywhere else is named by line.
    module Reader
      # `writer` is the command whose record is wanted.
      #: (String, ?writer: String) -> Record ! Usage
      def self.read(path, writer: "run")
        lines = parse(path, File.readlines(path, encoding: "UTF-8"))
        check(path, lines)
        Record.new(lines.map { |line| Upgrade.call(line).freeze }, path: path)
      rescue SystemCallError => error
        raise Usage.new("cannot read the record #{path}: #{error.message.sub(/ @ .*/, "")}",
                        try: "name a file that `cachemark #{writer} --record FILE` wrote")
      end

      def self.parse(path, texts)
        texts.each_with_index.filter_map do |text, index|
          ::JSON.parse(text)
        rescue ::JSON::ParserError
          next if index == texts.size - 1 && index.positive?

          raise Usage.new("#{path}:#{index + 1}: this is not a record line",
                          try: "a record holds one JSON object a line; is this the file you meant?")
        end
      end
      private_class_method :parse

      def self.check(path, lines)
        schema = lines.first.is_a?(Hash) ? lines.first["schema"] : nil
        return if Upgrade::SCHEMAS.include?(schema)

        raise Usage.new("#{path}:1: not a record of this version (#{schema || "no schema"}, expected #{SCHEMA})",
                        try: "show it with the Cachemark that wrote it")
      end
      private_class_method :check
    end
  end
end
