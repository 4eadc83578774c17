# frozen_string_literal: true

module Cachemark
  module Env
    class Registry
      # Reads the compact index: a line per release, `NUMBER[-PLATFORM] DEPENDENCIES|checksum:..,ruby:>= 3.3`.
      module Index
        #: (String) -> Array[Registry::Release]
        def self.parse(text)
          lines = text.dup.force_encoding(Encoding::UTF_8).lines(chomp: true).grep(/\A\d[^ -]* /)
          lines.map { |line| read(line) }.sort_by { |release| Gem::Version.new(release.number) }
        end

        def self.read(line)
          number = line[/\A\S+/]
          ruby = line[/\|.*?(?<=[,|])ruby:([^,]+)/, 1]
          Release.new(number: number, requires: tidy(ruby), prerelease: number.match?(/[a-z]/i))
        end

        # Several clauses are joined with "&"; ">= 0" asks for nothing.
        def self.tidy(requirement)
          clauses = requirement.to_s.split("&").map(&:strip) - [">= 0"]
          clauses.empty? ? nil : clauses.join(", ")
        end
        private_class_method :read, :tidy
      end
    end
  end
end
