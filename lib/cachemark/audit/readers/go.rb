# frozen_string_literal: true

module Cachemark
  module Audit
    module Readers
      # go.mod: the modules that it requires, and those that replace others. A replaced module is no release.
      module Go
        REGISTRY = "go"
        # The end of a module's name that names its major version.
        MAJOR = %r{/v\d+\z}
        private_constant :MAJOR

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            raise Unreadable, "it is no go.mod" unless text.match?(/^module\s/)

            directives = directives(text)
            replaced = directives.filter_map { |verb, name| name.to_s.sub(MAJOR, "") if verb == "replace" }.to_set
            Reading.new(packages: directives.each_with_index.filter_map do |words, index|
              name, version = required(words)
              name = name.to_s.sub(MAJOR, "")
              next unless names.fetch(REGISTRY).include?(name)

              why = words.first == "require" && replaced.include?(name) ? "the file replaces it" : nil
              why ||= "the file pins no version" unless version.to_s.match?(/\Av\d/)
              Package.new(registry: REGISTRY, name: name, file: file, line: index + 1, version: (version unless why), why: why)
            end)
          end

          private

          # The words of each line, the first of which is the one before the brackets around the line.
          def directives(text)
            block = nil
            text.lines.map do |line|
              words = line.sub(%r{//.*}, "").delete("\"`").split
              next [block = words.first.delete("(")] if words.last&.end_with?("(")

              ended = words.last&.delete_suffix!(")")
              [*block, *words].tap { block = nil if ended }
            end
          end

          # [name, version] of the module that a line makes part of the program.
          def required(words)
            case words.first
            when "require" then words[1, 2]
            when "replace" then words.drop_while { |word| word != "=>" }[1, 2]
            end
          end
        end
      end
    end
  end
end
