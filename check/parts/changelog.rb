# frozen_string_literal: true

module Check
  # The newest heading of CHANGELOG.md that names a version names the version of the gem. `## Unreleased` may precede it.
  class Changelog < Part
    def problems
      return ["CHANGELOG.md: absent"] unless @tree.file?("CHANGELOG.md")

      version = @tree.read("lib/cachemark/version.rb")[/VERSION = "([^"]+)"/, 1]
      heading = @tree.read("CHANGELOG.md")[/^## (?!Unreleased$).*/]
      heading.to_s.split[1] == version ? [] : ["CHANGELOG.md: starts with #{heading.inspect}, and the gem is #{version}"]
    end
  end
end
