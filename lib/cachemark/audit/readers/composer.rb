# frozen_string_literal: true

module Cachemark
  module Audit
    module Readers
      # composer.lock: packages, and the extensions of PHP that they need.
      module Composer
        REGISTRY = "packagist"
        LISTS = %w[packages packages-dev].freeze
        PLATFORMS = %w[platform platform-dev].freeze
        private_constant :LISTS, :PLATFORMS

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            data = Readers.json(text)
            raise Unreadable, "it is no lock file of Composer" unless data.key?("packages")

            entries = LISTS.flat_map { |list| Readers.member(data, list, Array).grep(Hash) }
            found = (listed(entries) + extensions(data, entries)).select do |name, _|
              name.is_a?(String) && names.fetch(REGISTRY).include?(name.downcase)
            end
            Reading.new(packages: Readers.few(found).map do |name, version|
              Package.new(registry: REGISTRY, name: name.downcase, file: file, line: Readers.line(text, "\"#{name}\""),
                          version: version, why: ("the file pins no version" unless version))
            end)
          end

          private

          def listed(entries)
            entries.map do |entry|
              version = Readers.word(entry["version"])
              [entry["name"], (version if version&.match?(/\Av?\d/))]
            end
          end

          # Those of the project and of its packages. An empty object of PHP is written as a list.
          def extensions(data, entries)
            needed = data.values_at(*PLATFORMS) + entries.map { |entry| entry["require"] }
            needed.grep(Hash).flat_map(&:keys).uniq.grep(/\Aext-/i).map { |name| [name, nil] }
          end
        end
      end
    end
  end
end
