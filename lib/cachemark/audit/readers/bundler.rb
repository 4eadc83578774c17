# frozen_string_literal: true

module Cachemark
  module Audit
    module Readers
      # Gemfile.lock. Bundler's own parser loads plugins of the folder for `PLUGIN SOURCE`, and so would run its code.
      module Bundler
        REGISTRY = "rubygems"
        # Sections whose gems are no releases of the registry.
        ELSEWHERE = { "GIT" => "a git repository", "PATH" => "a folder", "PLUGIN SOURCE" => "a plugin of Bundler" }.freeze
        HEADING = /\A[A-Z][A-Z ]*\z/
        GEM = /\A {4}([\w.-]+)(?: \(([^()\s]*)\))?/
        ASKED = /\A {2}([\w.-]+)/
        # A release of Ruby, and the line that names it. That of another engine has more words.
        NUMBER = /\d{1,3}(?:\.\d{1,3}){1,3}/
        RUBY = /\A +ruby (#{NUMBER})(?:p\d+)?\z/
        CONFLICT = /\A(?:<{7}|={7}|>{7})/
        private_constant :ELSEWHERE, :HEADING, :GEM, :ASKED, :RUBY, :CONFLICT

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            lines = text.lines(chomp: true).map(&:rstrip)
            raise Unreadable, "it has conflicts of a merge" if lines.any?(CONFLICT)
            raise Unreadable, "it is no lock file of Bundler" unless lines.intersect?(["GEM", "DEPENDENCIES", *ELSEWHERE.keys])

            found = packages(lines, file, names.fetch(REGISTRY))
            known = found.reject { |package| package.why == :asked }.map(&:name)
            kept = found.reject { |package| package.why == :asked && known.include?(package.name) }
            Reading.new(packages: kept.map { |package| said(package) }, runtime: runtime(lines))
          end

          private

          def packages(lines, file, names)
            section = nil
            lines.each_with_index.filter_map do |line, index|
              section = line if line.match?(HEADING)
              name, version, why = entry(section, line)
              next unless names.include?(name)

              Package.new(registry: REGISTRY, name: name, file: file, line: index + 1, version: version, why: why)
            end
          end

          def runtime(lines)
            heading = lines.index("RUBY VERSION")
            lines[heading + 1].to_s[RUBY, 1] if heading
          end

          # A platform follows the version after a dash.
          def entry(section, line)
            return [line[ASKED, 1], nil, :asked] if section == "DEPENDENCIES"

            name, version = line.match(GEM)&.captures
            return [name, nil, "it comes from #{ELSEWHERE[section]}"] if ELSEWHERE.key?(section)

            [name, version.to_s[/\A[^-]+/]] if section == "GEM"
          end

          def said(package)
            package.version || package.why.is_a?(String) ? package : package.with(why: "the file pins no version")
          end
        end
      end
    end
  end
end
