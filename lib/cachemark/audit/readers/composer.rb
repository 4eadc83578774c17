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

            found = Readers.few((listed(data) + extensions(data)).select { |name, _| names.fetch(REGISTRY).include?(name) })
            Reading.new(packages: found.map do |name, version|
              Package.new(registry: REGISTRY, name: name, file: file, line: Readers.line(text, "\"#{name}\""),
                          version: version, why: ("the file pins no version" unless version))
            end)
          end

          private

          def listed(data)
            LISTS.flat_map { |list| Readers.member(data, list, Array).grep(Hash) }.map do |entry|
              version = Readers.word(entry["version"])
              [entry["name"], (version if version&.match?(/\Av?\d/))]
            end
          end

          # An empty object of PHP is written as a list.
          def extensions(data)
            PLATFORMS.flat_map { |name| data[name].is_a?(Hash) ? data[name].keys : [] }.uniq.map { |name| [name, nil] }
          end
        end
      end
    end
  end
end
