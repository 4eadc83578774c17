# frozen_string_literal: true

require "json"

module Cachemark
  module Env
    module Npm
      # The releases of a package in the user's npm registry, by the npm of this machine.
      class Index < PackageIndex
        #: (?variables: Variables, **Object) -> void
        def initialize(variables: Variables.new, **settings) = super(variables: variables.for_npm, **settings)

        # The releases, oldest first; empty if the registry does not have the package, or does not answer.
        #: (String) -> Array[Catalog::Client::Release]
        def of(name)
          numbers(note(name), name).map do |number|
            Catalog::Client::Release.new(number: number, index: name, prerelease: number.include?("-"))
          end
        end

        # The file with the answer.
        #: (String) -> String
        def note(name) = File.join(folder, name.tr("/", "+"))

        private

        def ask(name)
          read(output([*Npm.argv(@cache, "view", @variables), name, "versions", "--json", "--fetch-retries=0",
                       "--fetch-timeout=10000"]))
        rescue Host::Keeper::NotStarted
          fall_silent("this machine has no npm")
        end

        # A single release is no list.
        def read(text)
          answer = ::JSON.parse(text[/^[\[{"].*/m].to_s)
          return Array(answer) unless answer.is_a?(Hash)

          answer.dig("error", "code") == "E404" ? [] : fall_silent(answer.dig("error", "summary").to_s[0, 120])
        rescue ::JSON::ParserError
          fall_silent("npm did not answer in JSON")
        end

        def folder = @folder ||= File.join(@cache, "registry", "npm-#{Npm.identity(@variables)}")
      end
    end
  end
end
