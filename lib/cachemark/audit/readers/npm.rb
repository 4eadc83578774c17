# frozen_string_literal: true

module Cachemark
  module Audit
    module Readers
      # package-lock.json of npm, in each of its three versions.
      module Npm
        REGISTRY = "npm"
        # The version of an alias in version 1: "npm:memjs@1.3.2".
        ALIAS = /\Anpm:(.+)@/
        private_constant :ALIAS

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            data = Readers.json(text)
            raise Unreadable, "it is no lock file of npm" unless data.key?("packages") || data.key?("lockfileVersion")

            wanted = names.fetch(REGISTRY)
            found = data.key?("packages") ? flat(Readers.member(data, "packages", Hash)) : nested(data)
            Reading.new(packages: Readers.few(found.select { |_, name, _| wanted.include?(name) }).map do |key, name, entry|
              package(key, name, entry, text, file)
            end)
          end

          private

          # [key, name, entry] of the versions 2 and 3: "node_modules/a/node_modules/b". An alias has the name inside.
          def flat(packages)
            packages.filter_map do |key, entry|
              next unless entry.is_a?(Hash) && key.valid_encoding? && key.include?("node_modules/")

              [key, entry["name"] || key.rpartition("node_modules/").last, entry]
            end
          end

          # The same of version 1.
          def nested(data)
            Readers.member(data, "dependencies", Hash).flat_map do |name, entry|
              entry.is_a?(Hash) ? [[name, entry["version"].to_s[ALIAS, 1] || name, entry], *nested(entry)] : []
            end
          end

          def package(key, name, entry, text, file)
            version = Readers.word(entry["version"])&.sub(ALIAS, "")
            version = nil unless version&.match?(/\A\d/) && !entry["link"] && registry?(entry["resolved"], name, version)
            Package.new(registry: REGISTRY, name: name, file: file, line: Readers.line(text, "\"#{key}\""),
                        version: version, why: ("the file pins no release" unless version))
          end

          # A repository and a folder have a version, too.
          def registry?(address, name, version)
            !address.is_a?(String) || (address.start_with?("http") && address.include?("/#{File.basename(name)}-#{version}.tgz"))
          end
        end
      end
    end
  end
end
