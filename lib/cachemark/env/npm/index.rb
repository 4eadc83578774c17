# frozen_string_literal: true

require "fileutils"
require "json"
require "tempfile"

module Cachemark
  module Env
    module Npm
      # The releases of a package in the user's npm registry, by the npm of this machine. Answers are kept for `age_s`. A registry
      # that does not answer is not asked again by this object.
      class Index
        AGE_S = 6 * 3600
        private_constant :AGE_S

        # Why the registry did not answer; nil if it did, or was not asked.
        #: () -> String?
        attr_reader :silence

        # `spawn` runs commands, as for Builder.
        #: (cache: String, spawn: Object, ?offline: bool, ?age_s: Integer, ?variables: Variables) -> void
        def initialize(cache:, spawn:, offline: false, age_s: AGE_S, variables: Variables.new)
          @cache = cache
          @spawn = spawn
          @offline = offline
          @age_s = age_s
          @variables = variables.for_npm
          @known = {}
          @mutex = Mutex.new
        end

        # The releases, oldest first; empty if the registry does not have the package, or does not answer.
        #: (String) -> Array[Catalog::Client::Release]
        def of(name)
          @mutex.synchronize do
            @known[name] ||= answer(name).map do |number|
              Catalog::Client::Release.new(number: number, index: name, prerelease: number.include?("-"))
            end.freeze
          end
        rescue SystemCallError => error
          raise Env.unusable(@cache, error)
        end

        # The file with the answer.
        #: (String) -> String
        def note(name) = File.join(folder, name.tr("/", "+"))

        private

        def answer(name)
          note = note(name)
          return read(note) if File.exist?(note) && (@offline || Time.now - File.mtime(note) < @age_s)

          @silence ||= "its releases are not in the cache" if @offline
          numbers = ask(name) unless @silence
          return File.exist?(note) ? read(note) : [] unless numbers

          FileUtils.mkdir_p(folder)
          AtomicFile.write(note, numbers.map { |number| "#{number}\n" }.join)
          numbers
        end

        def read(note) = File.readlines(note, chomp: true)

        # nil if the registry does not answer.
        def ask(name)
          FileUtils.mkdir_p(folder)
          Tempfile.create("cachemark-npm") do |log|
            argv = [*Npm.argv(@cache, "view", @variables), name, "versions", "--json", "--fetch-retries=0",
                    "--fetch-timeout=10000"]
            @spawn.run(argv, env: @variables, chdir: folder, log: log.path)
            numbers(File.read(log.path, encoding: "UTF-8").scrub)
          end
        rescue Host::Keeper::NotStarted
          fall_silent("this machine has no npm")
        end

        # A single release is no list.
        def numbers(text)
          answer = ::JSON.parse(text[/^[\[{"].*/m].to_s)
          return Array(answer) unless answer.is_a?(Hash)

          answer.dig("error", "code") == "E404" ? [] : fall_silent(answer.dig("error", "summary").to_s[0, 120])
        rescue ::JSON::ParserError
          fall_silent("npm did not answer in JSON")
        end

        def fall_silent(why)
          @silence = why
          nil
        end

        def folder = @folder ||= File.join(@cache, "registry", "npm-#{Npm.identity(@variables)}")
      end
    end
  end
end
