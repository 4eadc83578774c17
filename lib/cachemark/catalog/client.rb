# frozen_string_literal: true

module Cachemark
  class Catalog
    # A client library in the catalogue.
    #
    # - `version` is the default version, exact.
    # - `broken` maps a version with broken gem metadata to the remedy.
    # - `alone` lists requirements of versions that are installed without their declared dependencies.
    # - `caution` is what a reader must know before choosing it: every table that shows it says so.
    # - `reports` maps a version to the different version that its code reports.
    # - `package`, `module_name` (by which code loads it) and `releases` replace `gem` in languages that take libraries from
    #   Debian. `runtime` is the runtime that it needs, if not the language's own. `building` lists packages for its build.
    # - `index` is its name in a pip index. `below` is another client that it needs, and that its entry names.
    Client = Value.define(
      :id, :name, :language, :summary, :kind, :adapter,
      gem: nil, version: nil, source: nil, copies: {}.freeze, broken: {}.freeze, alone: [].freeze, reports: {}.freeze,
      package: nil, index: nil, below: nil, module_name: nil, runtime: nil, building: [].freeze, releases: [].freeze,
      companions: [].freeze, option_lines: [].freeze, shims: [].freeze, quirks: [].freeze, refusals: [].freeze,
      floors: [].freeze, oldest_runtimes: [].freeze, connects: [].freeze, left_out: [].freeze, modes: [].freeze,
      check_settings: [].freeze, stands_in: {}.freeze, caution: nil, reference: false
    ) do
      # The kinds of scenario that it runs: its own, or both for a reference.
      #: () -> Array[String]
      def kinds = reference ? Vocabulary::Operations::KINDS : [kind]

      # What it is, with its caution.
      #: () -> String
      def about = [summary, caution].compact.join("; ")

      # Its caution as a note of a table; nil without one.
      #: () -> String?
      def warning = caution && "#{name}: #{caution}"

      # The name by which its code is loaded; nil for a client without a library.
      #: () -> String?
      def library = gem || module_name

      # Every option by name, as its first line defines it.
      #: () -> Hash[String, Client::Option]
      def options = option_lines.reverse.to_h { |option| [option.name, option] }

      # The options that exist at these versions, by name.
      #: (Hash[String, String]) -> Hash[String, Client::Option]
      def options_at(facts) = applying(option_lines, facts).reverse.to_h { |option| [option.name, option] }

      # The same, or every option if the version is unknown.
      #: (Hash[String, String]) -> Hash[String, Client::Option]
      def possible_options(facts) = facts.key?("version") ? options_at(facts) : options

      # Options that set another gem's version ("dalli", "kgio").
      #: () -> Array[String]
      def companion_options = companions.map(&:option).uniq

      # The first companion line that applies to these versions, by option.
      #: (Hash[String, String]) -> Hash[String, Companion]
      def companions_at(facts) = applying(companions, facts).reverse.to_h { |companion| [companion.option, companion] }

      # The gems of companions that options (in the form for the driver) do not need, because their lines name other ones.
      #: (Hash[String, String], Hash[String, Object]) -> Array[String]
      def needless_companions(facts, options)
        known = possible_options(facts)
        needed, needless = companions.partition { |line| line.needed?(options, known) }
        needless.map(&:gem) - needed.map(&:gem)
      end

      # Names of the required shims, in load order.
      #: (Hash[String, String]) -> Array[String]
      def shims_at(facts) = applying(shims, facts).map(&:name).uniq

      # Declared differences in the work of a scenario.
      #: (String, Hash[String, String], ?published: bool) -> Array[Quirk]
      def quirks_at(scenario, facts, published: false)
        applying(quirks, facts).select { |quirk| quirk.scenario == scenario && quirk.published == published }
      end

      # Why these versions cannot work together, or nil.
      #: (Hash[String, String]) -> String?
      def refusal_at(facts) = applying(refusals, facts).first&.reason

      # The oldest runtime that these versions need; nil if unknown.
      #: (Hash[String, String]) -> String?
      def oldest_runtime(facts) = applying(oldest_runtimes, facts).first&.runtime

      # The oldest memcached that these versions support with these options (in the form for the driver), according to their
      # documentation; nil if unknown.
      #: (Hash[String, String], Hash[String, Object]) -> Floor?
      def floor_at(facts, options)
        known = options_at(facts)
        applying(floors, facts).find do |floor|
          floor.options.all? { |name, word| options[name] == known[name]&.read(word) }
        end
      end

      # Whether these versions, with these options (in the form for the driver), can connect in this way. Of an unknown
      # version, whether any can.
      #: (String, Hash[String, String], Hash[String, Object]) -> bool
      def connects?(way, facts, options)
        known = options_at(facts)
        connections(way, facts).any? { |line| line.options.all? { |name, word| options[name] == known[name]&.read(word) } }
      end

      # The options with which these versions can connect in this way: "protocol=binary"; nil if none do.
      #: (String, Hash[String, String]) -> String?
      def connects_with(way, facts)
        options = connections(way, facts).map(&:options).find(&:any?)
        options&.map { |name, word| "#{name}=#{word}" }&.join(",")
      end

      # Gems that are declared as dependencies but must not be loaded.
      #: (Hash[String, String]) -> Array[String]
      def left_out_at(facts) = applying(left_out, facts).map(&:gem)

      # The lines for a mode ("gevent-8,shared") at these versions, from its documentation or its code.
      #: (String, Hash[String, String]) -> Array[ModeLine]
      def modes_at(mode, facts) = applying(modes, facts).select { |line| line.of?(mode) }

      # The options with which these versions are checked, and their documented limits. The first line that applies counts.
      #: (Hash[String, String]) -> CheckSettings
      def check_settings_at(facts) = applying(check_settings, facts).first || Client::CheckSettings.new

      # Whether a gem of this version is installed without its dependencies.
      #: (String) -> bool
      def ignore_dependencies?(number)
        broken.key?(number) || alone.any? { |requirement| Client::Condition.of("version" => requirement).met?("version" => number) }
      end

      private

      # The lines about a way to connect; of an unknown version, those of all.
      def connections(way, facts)
        lines = facts.key?("version") || library.nil? ? applying(connects, facts) : connects
        lines.select { |line| line.ways.include?(way) }
      end

      def applying(lines, facts) = lines.select { |line| line.condition.met?(facts) }
    end

    # The values of an entry, and how a file is read.
    class Client
      # When a line of a catalogue entry applies: version requirements by name, all of which must hold. Names are "version"
      # (of the library that names the row), "ruby" (of the runtime, by its language's option), "servers", or the name of a
      # gem. The requirement of an unknown name does not hold.
      Condition = Value.define(:requirements) do
        # An empty or absent condition always holds.
        #: (Hash[String, String]?) -> Condition
        def self.of(hash) = new(requirements: (hash || {}).to_h { |name, text| [name, text.to_s.freeze] }.freeze)

        # `facts` maps a name to an exact version (String).
        #: (Hash[String, String]) -> bool
        def met?(facts)
          requirements.all? { |name, text| facts[name] && holds?(text, facts[name].to_s) }
        end

        private

        def holds?(text, version)
          Gem::Version.correct?(version) && Gem::Requirement.new(text.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(version))
        end
      end

      # By type of an option: the values with which it is examined.
      EXAMPLES = { "switch" => %w[on off], "seconds" => %w[1.5 off], "deadline" => %w[1.5], "count" => %w[1 3],
                   "text" => %w[example] }.freeze
      # The word for no timeout, and for no delay.
      OFF = "off"
      private_constant :EXAMPLES, :OFF

      # An option of a client.
      #
      # - `values` (Array of Strings), or `type` ("switch", "seconds", "deadline", "text", "count").
      # - `default`: the library's own default in the notation of users (nil: none), at the versions of `condition`.
      # - `source`: where the default is documented.
      # - `footnote`: a sentence for every row that has the option on.
      # - `needs`: the other options (in the notation of users) without which it is not possible.
      # - `tried`: the only values (Array of Strings) that change something that can be seen without waiting.
      # - `acts`: where alone it changes anything: "servers" (Integer, at least), "mode", "options" (in the notation of users).
      # - `keys`: "prefix" if the client puts the value before each key.
      Option = Value.define(:name, :summary, values: nil, type: nil, default: nil, source: nil, footnote: nil, keys: nil,
                                             needs: {}.freeze, tried: nil, acts: {}.freeze, condition: Condition.of(nil)) do
        # The values with which it is examined, without the default: all, or an example of each kind.
        #: () -> Array[String]
        def others = (tried || values || EXAMPLES.fetch(type)).reject { |word| read(word) == effective_default }

        # Whether a value can be examined.
        #: (String) -> bool
        def examined?(word) = tried.nil? || tried.any? { |one| read(one) == read(word) }

        # The library's own default, in the form for the driver.
        #: () -> (String | bool | nil)
        def effective_default = default && read(default)

        # The allowed values, for messages.
        #: () -> String
        def allowed
          return values.join(" or ") if values

          { "switch" => "on or off", "seconds" => "a number of seconds, or off", "deadline" => "a number of seconds",
            "count" => "a whole number from 1", "text" => "a word" }.fetch(type)
        end

        # The value of a word, so that two spellings of one value are equal: "on" is true, "off" is false, "0.50" is "0.5".
        # nil for an invalid word.
        #: (String) -> (String | bool | nil)
        def read(word)
          return { "on" => true, "off" => false }.fetch(word, word) if plain.include?(word)

          case type
          when "seconds", "deadline" then word.match?(/\A\d+(\.\d+)?\z/) && word.to_f.positive? ? format("%g", word.to_f) : nil
          when "count" then word.match?(/\A0*[1-9]\d*\z/) ? word.to_i.to_s : nil
          when "text" then word
          end
        end

        private

        def plain = values || { "switch" => %w[on off], "seconds" => %w[off] }.fetch(type, [])
      end

      # A gem that a client needs, or can use, in addition to its own. With `version` nil, it is used only on request, and with
      # `options` (in the notation of users) only by a contender with those. For each option, the first line whose condition
      # holds counts.
      Companion = Value.define(:gem, :option, :summary, version: nil, options: {}.freeze, condition: Condition.of(nil)) do
        # Whether options, in the form for the driver, need it. `known` are the client's by name.
        #: (Hash[String, Object], Hash[String, Client::Option]) -> bool
        def needed?(chosen, known)
          options.all? { |name, word| known.key?(name) && chosen[name] == known[name].read(word) }
        end
      end

      # A compatibility patch (drivers/LANGUAGE/shims/NAME.rb) and when it is needed.
      Shim = Value.define(:name, condition: Condition.of(nil))

      # How many more operations the server counts per iteration than the scenario has (Integers; negative for fewer), with a
      # sentence that says why.
      Quirk = Value.define(:scenario, :note, **Vocabulary::Operations::COUNTERS.transform_values { 0 }, published: false,
                                             condition: Condition.of(nil))

      # A release of a Debian client. `number` is its version, `suite` the Debian release with its package, if not the
      # runtime's own. `also` names other runtimes whose Debian release has it. `address` and `commit` are of its public
      # source, if no registry has it. `index` is the name of the client in the pip index that has the release, instead of
      # Debian.
      Release = Value.define(:number, runtime: nil, suite: nil, also: [].freeze, package: nil, address: nil, commit: nil,
                                              index: nil, requires: nil, prerelease: false)

      # A client that another one calls: its names as a module, as a Debian package and in a pip index.
      Below = Value.define(:module_name, :package, :index)

      # Versions that do not work together.
      Refusal = Value.define(:reason, condition: Condition.of(nil))

      # The oldest runtime that versions need. `source` is the document that says so.
      OldestRuntime = Value.define(:runtime, :source, condition: Condition.of(nil))

      # The oldest release of memcached that versions support, with these options (in the notation of users). `source` is the
      # document that says so, and of which release.
      Floor = Value.define(:memcached, :source, options: {}.freeze, condition: Condition.of(nil)) do
        # Its fields in a record.
        #: () -> Hash[String, String]
        def facts = { "memcached" => memcached, "source" => source }
      end

      # Ways in which versions can connect, with these options (in the notation of users): values of a contender's endpoint,
      # such as "unix". `source` is the document, or the code, that says so.
      Connect = Value.define(:ways, :source, options: {}.freeze, condition: Condition.of(nil))

      # A declared dependency that must not be loaded.
      LeftOut = Value.define(:gem, :reason, condition: Condition.of(nil))

      # Documented behaviour of a client in the modes of a pattern. "gevent" means all modes of that name, "gevent,shared"
      # those in which workers share a client. `unsafe` is the warning in `source` (a URL), `note` is why a client is not
      # concurrent there. `options` are those for which the line holds, in the notation of users.
      ModeLine = Value.define(:pattern, unsafe: nil, source: nil, note: nil, options: {}.freeze,
                                                condition: Condition.of(nil)) do
        # Whether the line applies to a mode, as written by Vocabulary::Mode.
        #: (String) -> bool
        def of?(mode)
          asked = Vocabulary::Mode.of(mode)
          [asked.pattern, asked.name].include?(pattern)
        end
      end

      # The settings and documented limits of a client for `check`.
      #
      # - `options` are set in every case, so that the client retries a server at once. `impatient` ones are set in cases
      #   about the client's own timeouts. Both are in the notation of users.
      # - `bound_ms`: a call ends within this time according to `source` (a URL); nil if undocumented.
      # - `misses`: what the source says about errors that the client reports as misses.
      # - `down`: what the source says about how long the client ignores a failed server.
      # - `native`: why nothing can interrupt it between two lines, if native code does its work.
      # - `refused`: why there is nothing to check.
      CheckSettings = Value.define(options: {}.freeze, impatient: {}.freeze, bound_ms: nil, misses: nil, down: nil,
                                  source: nil, native: nil, refused: nil, condition: Condition.of(nil)) do
        # The limits of a contender that was given options, in the notation of users. They replace those of the check: calls
        # may take longer with a longer timeout, and a server that failed is ignored for as long as was asked for.
        #: (Hash[String, String]) -> CheckSettings
        def limits(given)
          delays = given.select { |name, word| options[name] == OFF && word != OFF }.map { |name, word| "#{name}=#{word}" }
          with(bound_ms: bound_ms && bound(given.slice(*impatient.keys)),
               down: delays.any? ? "it was given #{delays.join(", ")}" : down)
        end

        private

        # A call waits several times, and not only for replies. So a shorter timeout than that of the check proves nothing.
        def bound(timeouts)
          factors = timeouts.map { |name, word| word == OFF ? Float::INFINITY : word.to_f / impatient.fetch(name).to_f }
          longest = [1, *factors].max
          (bound_ms * longest).round if longest.finite?
        end
      end

      # A copy of a client inside another gem. `path` is a glob in that gem's folder, `reports` the version that its code
      # reports.
      Copy = Value.define(:name, :gem, :version, :path, :summary, :reports)

      # A replacement for a version that no registry has.
      StandIn = Value.define(:by, :reason)

      # Client file -> Client.
      class Reader
        PLAIN = %w[id summary caution kind adapter gem package index runtime building version source broken alone reports
                   reference].freeze

        #: (Document) -> Client
        def self.read(document) = new(document.data).client

        #: (Hash[String, Object]) -> void
        def initialize(data)
          @data = data
        end

        #: () -> Client
        def client
          language, name = @data["id"].split("/", 2)
          Client.new(language: language, name: name, **symbols(@data.slice(*PLAIN)), copies: copies, stands_in: stand_ins,
                     module_name: @data["module"], below: below, releases: releases,
                     option_lines: lines("options", Option), shims: lines("shims", Shim), quirks: lines("quirks", Quirk),
                     companions: lines("companions", Companion) { |line| { "option" => line["gem"], **line } },
                     refusals: lines("refusals", Refusal), floors: lines("floors", Floor),
                     oldest_runtimes: lines("oldest_runtimes", OldestRuntime),
                     connects: lines("connects", Connect) { |line| line.transform_keys("with" => "ways") },
                     left_out: lines("left_out", LeftOut),
                     modes: lines("modes", ModeLine) { |line| line.transform_keys("mode" => "pattern") },
                     check_settings: lines("check", CheckSettings))
        end

        private

        def symbols(hash) = hash.transform_keys(&:to_sym)

        # A list of mappings -> values of a class; `when` is the condition. A block renames the keys of a mapping to the
        # class's names.
        def lines(name, type, &named)
          given = @data.fetch(name, [])
          (named ? given.map(&named) : given).map do |line|
            type.new(condition: Condition.of(line["when"]), **symbols(line.except("when")))
          end.freeze
        end

        # Oldest first, in the order of registries.
        def releases
          read = @data.fetch("releases", []).map do |line|
            number = line["version"]
            Release.new(number: number, prerelease: number.match?(/[a-z]/i), **symbols(line.except("version")))
          end
          read.sort_by { |release| Gem::Version.new(release.number) }.freeze
        end

        def below = @data["below"]&.then { |names| Below.new(**symbols(names.transform_keys("module" => "module_name"))) }

        def copies = @data.fetch("copies", {}).to_h { |name, copy| [name, Copy.new(name: name, **symbols(copy))] }.freeze

        def stand_ins = @data.fetch("stands_in", {}).transform_values { |line| StandIn.new(**symbols(line)) }.freeze
      end
    end
  end
end
