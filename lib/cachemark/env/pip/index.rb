# frozen_string_literal: true

require "fileutils"
require "tempfile"

module Cachemark
  module Env
    module Pip
      # The releases of a project in the user's pip index, through the pip of this machine. Answers are kept for `age_s`. If the
      # index does not answer, it is not asked again by this object, and the reason is `silence`.
      class Index
        AGE_S = 6 * 3600
        # A connection that takes longer counts as silent.
        TIMEOUT_S = "10"
        COMMAND = %w[python3 -m pip].freeze
        AVAILABLE = /^\s*Available versions: (.+)$/
        FROM = /\(from versions: ([^)]*)\)/
        # pip reports these only at its most verbose. A 404 is an answer: the index has no such project.
        REFUSED = /Could not fetch URL \S+: (?!404)(.+?)(?: - skipping)?$/
        PRERELEASE = /[a-z]/i
        private_constant :COMMAND, :AVAILABLE, :FROM, :REFUSED, :PRERELEASE

        # Why the index did not answer; nil if it did, or was not asked.
        #: () -> String?
        attr_reader :silence

        # `spawn` runs commands, as for Builder. `command` starts pip. `notify` receives a sentence if the index does not answer.
        #: (cache: String, spawn: Object, ?offline: bool, ?age_s: Integer, ?variables: Variables, ?command: Array[String], ?notify: ^(String) -> void) -> void
        def initialize(cache:, spawn:, offline: false, age_s: AGE_S, variables: Variables.new, command: COMMAND, notify: ->(_) {})
          @notify = notify
          @cache = cache
          @spawn = spawn
          @offline = offline
          @age_s = age_s
          @variables = Pip.variables(variables)
          @command = command
          @known = {}
          @mutex = Mutex.new
        end

        # The numbers of the releases that a version of the language can use, oldest first. Empty if the index does not have
        # the project, or does not answer.
        #: (String, String) -> Array[String]
        def of(name, language_version)
          @mutex.synchronize { @known[[name, language_version]] ||= answer(name, language_version).freeze }
        rescue SystemCallError => error
          raise Env.unusable(@cache, error)
        end

        # The file with the answer.
        #: (String, String) -> String
        def note(name, language_version) = File.join(folder, "#{name}-#{language_version}")

        # A release by its number.
        #: (String, String) -> Catalog::Client::Release
        def self.release(number, name)
          prerelease = number.sub(/\.post\d+\z/, "").match?(PRERELEASE)
          Catalog::Client::Release.new(number: number, index: name, prerelease: prerelease)
        end

        private

        def answer(name, language_version)
          note = note(name, language_version)
          return read(note) if File.exist?(note) && (@offline || Time.now - File.mtime(note) < @age_s)
          return [] if @silence ||= reason_not_to_ask

          ask(name, language_version)&.tap { |numbers| AtomicFile.write(note, "#{numbers.join("\n")}\n") } ||
            (File.exist?(note) ? read(note) : [])
        end

        def read(note) = File.readlines(note, chomp: true).reject(&:empty?)

        def reason_not_to_ask
          return "its releases are not in the cache" if @offline

          "the pip configuration names no index" if on?("PIP_NO_INDEX") && @variables["PIP_FIND_LINKS"].to_s.empty?
        end

        def on?(name) = %w[1 true yes on].include?(@variables[name].to_s.downcase)

        # nil if the index does not answer.
        def ask(name, language_version)
          FileUtils.mkdir_p(folder)
          words = ["index", "versions", name, "--pre", "--python-version", language_version, "-vvv", "--retries", "0",
                   "--timeout", TIMEOUT_S]
          text = run(words)
          found = text[AVAILABLE, 1] || text[FROM, 1]
          return found.split(/,\s*/).grep_v("none").reverse if found && found != "none"

          why = silence_in(text)
          why ? fall_silent(why) : []
        rescue Host::Keeper::NotStarted
          fall_silent("this machine has no #{@command.first}")
        end

        def fall_silent(why)
          @silence = why
          @notify.call("the pip index does not answer (#{why}): Debian's packages are used")
          nil
        end

        def silence_in(text)
          return "this machine has no pip: #{HOW}" if text.include?("No module named pip")

          text[REFUSED, 1]&.then { |why| tidy(why) } || (text[/^ERROR: (?!No matching distribution)(.+)/, 1])
        end

        # Without addresses, because they may contain credentials.
        def tidy(why)
          why[/\[Errno -?\d+\] ([^')]+)/, 1] ||
            why.sub(/\Aconnection error: /, "").sub(/ ?(?:for url|with url|\(Caused).*/, "")[0, 120]
        end

        def run(words)
          Tempfile.create("cachemark-pip") do |log|
            @spawn.run([*@command, *words], env: @variables, chdir: folder, log: log.path)
            File.read(log.path, encoding: "UTF-8").scrub
          end
        end

        def folder = @folder ||= File.join(@cache, "registry", "pip-#{Pip.identity(@variables)}")
      end
    end
  end
end
