# frozen_string_literal: true

module Cachemark
  module Audit
    module Readers
      # go.mod: the modules that it requires. A replaced module is no release.
      module Go
        REGISTRY = "go"
        MODULE = %r{\A(?:require\s+)?"?([\w.~-]+\.[\w.~-]+/[\w./~-]+?)(?:/v\d+)?"?\s+(v\S+)}
        REPLACED = /\A(?:replace\s+)?(\S+?)(?:\s+v\S+)?\s+=>/
        private_constant :MODULE, :REPLACED

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            raise Unreadable, "it is no go.mod" unless text.match?(/^module\s/)

            lines = text.lines(chomp: true).map { |line| line.sub(%r{//.*}, "").strip }
            replaced = lines.filter_map { |line| line[REPLACED, 1] }
            Reading.new(packages: lines.each_with_index.filter_map do |line, index|
              name, version = line.match(MODULE)&.captures
              package(name, version, replaced, file, index + 1) if names.fetch(REGISTRY).include?(name) && !line.include?("=>")
            end)
          end

          private

          def package(name, version, replaced, file, line)
            version = nil if replaced.include?(name)
            Package.new(registry: REGISTRY, name: name, file: file, line: line, version: version,
                        why: ("the file replaces it" unless version))
          end
        end
      end
    end
  end
end
