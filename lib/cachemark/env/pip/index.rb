# frozen_string_literal: true

module Cachemark
  module Env
    module Pip
      # The releases of a project in the user's pip index, through the pip of this machine.
      class Index < PackageIndex
        # A connection that takes longer counts as silent.
        TIMEOUT_S = "10"
        COMMAND = %w[python3 -m pip].freeze
        AVAILABLE = /^\s*Available versions: (.+)$/
        FROM = /\(from versions: ([^)]*)\)/
        # pip reports these only at its most verbose. A 404 is an answer: the index has no such project.
        REFUSED = /Could not fetch URL \S+: (?!404)(.+?)(?: - skipping)?$/
        PRERELEASE = /[a-z]/i
        private_constant :COMMAND, :AVAILABLE, :FROM, :REFUSED, :PRERELEASE

        # `variables` are of this process. `command` starts pip. `notify` receives a sentence if the index does not answer.
        #: (?variables: Variables, ?command: Array[String], ?notify: ^(String) -> void, **Object) -> void
        def initialize(variables: Variables.new, command: COMMAND, notify: ->(_) {}, **settings)
          super(variables: Pip.variables(variables), **settings)
          @notify = notify
          @command = command
        end

        # The numbers of the releases that a version of the language can use, oldest first. Empty if the index does not have
        # the project, or does not answer.
        #: (String, String) -> Array[String]
        def of(name, language_version) = numbers(note(name, language_version), name, language_version)

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

        def reason_not_to_ask
          without = %w[1 true yes on].include?(@variables["PIP_NO_INDEX"].to_s.downcase)
          super || ("the pip configuration names no index" if without && @variables["PIP_FIND_LINKS"].to_s.empty?)
        end

        def ask(name, language_version)
          text = output([*@command, "index", "versions", name, "--pre", "--python-version", language_version, "-vvv",
                         "--retries", "0", "--timeout", TIMEOUT_S])
          found = text[AVAILABLE, 1] || text[FROM, 1]
          return found.split(/,\s*/).grep_v("none").reverse if found && found != "none"

          why = silence_in(text)
          why ? fall_silent(why) : []
        rescue Host::Keeper::NotStarted
          fall_silent("this machine has no #{@command.first}")
        end

        def fall_silent(why)
          @notify.call("the pip index does not answer (#{why}): Debian's packages are used")
          super
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

        def folder = @folder ||= File.join(@cache, "registry", "pip-#{Pip.identity(@variables)}")
      end
    end
  end
end
