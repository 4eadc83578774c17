# frozen_string_literal: true

require "perfect_toml"

module Cachemark
  module Audit
    module Readers
      # poetry.lock and uv.lock: tables of packages, each with a name, a version and a source.
      module Toml
        REGISTRY = "pypi"
        # Sources of poetry that are an index, and the member of uv's.
        INDEXES = [nil, "legacy"].freeze
        NAME = /\A\s*name\s*=\s*["']([^"']+)["']/
        private_constant :INDEXES, :NAME

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            lines = lines(text)
            found = tables(text).filter_map do |table|
              name = Readers.word(table["name"])
              package(table, name, file, lines[name]&.shift) if name && names.fetch(REGISTRY).include?(Readers.normal(name))
            end
            Reading.new(packages: found)
          end

          private

          # The numbers of the lines that name a package, by its name.
          def lines(text)
            found = text.each_line.with_index(1).map { |line, number| [line[NAME, 1], number] }
            found.select(&:first).group_by(&:first).transform_values { |own| own.map(&:last) }
          end

          # The parser takes quadratic time for a key with many parts.
          def tables(text)
            raise Unreadable, "a line of it has more than #{LINE} characters" if text.each_line.any? { |line| line.size > LINE }
            raise Unreadable, "its data is nested too deeply" if text.match?(/(?:\.\s*[\w"'-]+\s*){#{DEPTH}}/o)

            data = PerfectTOML.parse(text)
            raise Unreadable, "it has no packages" unless data.key?("package") || data.key?("version") || data.key?("metadata")

            Readers.member(data, "package", Array).grep(Hash)
          rescue PerfectTOML::ParseError, ArgumentError
            raise Unreadable, "it is not TOML"
          end

          def package(table, name, file, line)
            version = Readers.word(table["version"]) if index?(table["source"])
            why = index?(table["source"]) ? "the file pins no version" : "it comes from a folder, a repository or an address"
            Package.new(registry: REGISTRY, name: Readers.normal(name), file: file, line: line,
                        version: version, why: (why unless version))
          end

          def index?(source)
            return source.nil? unless source.is_a?(Hash)

            source.key?("registry") || (source.key?("type") && INDEXES.include?(source["type"]))
          end
        end
      end
    end
  end
end
