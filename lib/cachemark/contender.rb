# frozen_string_literal: true

module Cachemark
  # The subject of a measurement: a client with an exact version and effective options.
  #
  # - `id` is the suite's, or the notation as typed. `notation` has exact versions.
  # - `options` (for the driver) include every default, so that an explicit default equals an omitted one. `given` has the
  #   options as typed.
  # - `gems` has the exact versions of the row's gem and its companions.
  # - `release` is the line about the version in the registry or the catalogue, nil for a checkout.
  # - `runtime` is an absolute path or the name of one of the language's runtimes, nil for the language's own.
  # - `jit` is the word of the compiler to switch on, "off", or nil for the runtime's default.
  # - `endpoint` is the servers that its processes get; nil for the servers of the run.
  # - `checkouts` are {library => absolute folder} of libraries that are added to its runtime.
  # - `newer` are releases of its gems that need another runtime, while its own are the newest for its runtime.
  # - `refusal` says why these versions cannot work together.
  # - `surroundings` are further values for conditions of the catalogue, in addition to `facts`: {the language's option =>
  #   the runtime's version, "servers" => their number}.
  class Contender < Value.define(
    :id, :notation, :client, :version, :source, :options, :given, :gems,
    language: nil, release: nil, runtime: nil, jit: nil, requires_runtime: nil, label: nil, section: nil, note: nil,
    shims: [].freeze, facts: {}.freeze, surroundings: {}.freeze, left_out: [].freeze, newer: [].freeze, refusal: nil,
    scenarios: nil, endpoint: nil, checkouts: {}.freeze, checked: nil
  )
    # A release of a gem that needs another runtime: `needs` is "Ruby >= 3.3", `pass` the option that names one, or nil.
    Newer = Value.define(:gem, :version, :needs, :pass)

    # The origin of a contender's code. `kind` is "gem", "copy", "package" (Debian's), "index" (pip's), "path", "git",
    # "runtime" (the library installed in a runtime of the user) or "none". `ref` names the copy or the git ref, `dir` is an
    # absolute folder.
    Source = Value.define(:kind, ref: nil, dir: nil) do
      # The full id of a git source's commit now: a branch may have moved. `word` names the contender in the error.
      #: (String) -> String ! Usage
      def revision(word)
        repository = Places::Repository.new(dir)
        repository.revision(ref) || raise(Usage.new(
          "#{word}: #{ref} is not a commit of #{dir}#{repository.complaint&.then { |why| " (#{why})" }}",
          try: "name a commit, tag or branch of that repository, or another one with repo=DIR"
        ))
      end
    end

    # The names of the options that it takes.
    #: () -> Array[String]
    def option_names
      [*client.options_at(facts).keys, *client.companion_options, *language.runtime_options, *Endpoint::OPTIONS].uniq
    end

    # Whether it takes an option.
    #: (String) -> bool
    def option?(name) = option_names.include?(name)

    # The footnotes that every row must have because of options that are on.
    #: () -> Array[String]
    def footnotes
      on = client.options_at(facts).values.select { |option| option.footnote && options[option.name] == true }
      on.map { |option| "#{option.name}=on: #{option.footnote}" }
    end

    # Typed options that differ from the client's defaults: {option => [word, default as a word or nil]}.
    #: () -> Hash[String, [String, String?]]
    def departures
      known = client.options_at(facts)
      given.filter_map do |name, word|
        option = known[name]
        [name, [word, option.default]] if option && option.read(word) != option.effective_default
      end.to_h
    end

    # The arguments with which its runtime starts.
    #: () -> Array[String]
    def runtime_flags = language.jits[jit]&.flags || []

    # The oldest memcached that it supports, according to its documentation; nil if unknown.
    #: () -> Catalog::Client::Floor?
    def floor = client.floor_at(facts, options)

    # The same with servers that these options name, in addition to those that it names. Raises Usage if such an option names
    # something else.
    #: (Hash[String, String]) -> Contender
    def on(options)
      taken = (client.companion_options & options.keys).first
      if taken
        raise Usage.new("#{id}: #{taken}= is a gem of this client, and not the server",
                        try: "measure it on one server, with --#{taken}")
      end

      parsed = Notation.parse(notation)
      named = [id, *options.map { |name, word| "#{name}=#{word}" }].join(",")
      words = options.map { |name, word| "#{name} #{word}" }.join(", ")
      with(endpoint: Endpoint.of({ **endpoint&.options.to_h, **options }), id: named,
           section: section == id ? named : "#{section} (#{words})", given: { **given, **options }.freeze,
           notation: parsed.rewritten(parsed.version, { **parsed.options, **options })).offered
    end

    # The same with a refusal if its client does not offer a way to connect. `needs` are these ways, with their words for people;
    # by default those of its endpoint.
    #: (?Hash[String, String]) -> Contender
    def offered(needs = endpoint ? endpoint.needs : {})
      lacks = needs.reject { |way, _| client.connects?(way, facts, options) }
      return self if lacks.empty? || refusal

      lacking = lacks.map do |way, word|
        [word, client.connects_with(way, facts)&.then { |options| "(it is with #{options})" }].compact.join(" ")
      end
      with(refusal: "not offered by #{[client.name, version].compact.join(" ")}: #{lacking.join(", ")}")
    end

    # The same for another number of servers.
    #: (Integer) -> Contender
    def among(count)
      others = { **surroundings, "servers" => count.to_s }.freeze
      with(surroundings: others, shims: client.shims_at({ **facts, **others }).freeze)
    end

    # How it is set up for `check`, and its documented limits.
    #: () -> Catalog::Client::CheckSettings
    def check_settings = client.check_settings_at({ **facts, **surroundings }).limits(given)

    # The name of its option for a text before each key; nil without one.
    #: () -> String?
    def prefix_option = client.options_at(facts).values.find { |option| option.keys == "prefix" }&.name

    # Its options in `check`, in the form for the driver; typed options keep their values.
    #
    # - impatient: true for short timeouts, or their number of seconds.
    # - patient: the number of seconds for a timeout that is shorter by default.
    # - prefix: the text before each key, if it has an option for that.
    #: (?impatient: bool | Numeric, ?patient: Numeric?, ?prefix: String?) -> Hash[String, String | bool]
    def examined(impatient: false, patient: nil, prefix: nil)
      known = client.possible_options(facts)
      timeouts = impatient ? short_timeouts(impatient) : long_timeouts(patient, known)
      words = { **check_settings.options, **timeouts, **{ prefix_option => prefix }.compact.except(nil) }
      { **options, **words.except(*given.keys).to_h { |name, word| [name, known.fetch(name).read(word)] } }
    end

    # Seconds of its shortest timeout that is given; nil without any.
    #: () -> Float?
    def shortest_timeout_s = timeouts_s(given).reject(&:zero?).min

    # Seconds of each timeout in these options; one that is off has none.
    #: (Hash[String, String | bool]) -> Array[Float]
    def timeouts_s(options)
      options.slice(*check_settings.impatient.keys).values.filter_map { |word| Float(word.to_s, exception: false) }
    end

    # Declared differences in work on a scenario (Catalog::Client::Quirk).
    #: (String, ?published: bool) -> Array[Catalog::Client::Quirk]
    def quirks(scenario, published: false) = client.quirks_at(scenario, facts, published: published)

    # The warning against its use in a mode ("threads-4,shared"); nil without any.
    #: (String) -> Catalog::Client::ModeLine?
    def unsafe(mode) = mode_lines(mode).find(&:unsafe)

    # Why it may not be concurrent in a mode; nil if unknown.
    #: (String) -> String?
    def mode_note(mode) = mode_lines(mode).filter_map(&:note).first

    private

    def short_timeouts(seconds)
      seconds == true ? check_settings.impatient : check_settings.impatient.transform_values { seconds.to_s }
    end

    # A client without a default waits for as long as it takes.
    def long_timeouts(least, known)
      short = check_settings.impatient.keys.select { |name| least && known.fetch(name).default.to_f.between?(0.001, least) }
      short.to_h { |name| [name, least.to_s] }
    end

    def mode_lines(mode)
      known = client.options_at(facts)
      client.modes_at(mode, facts).select do |line|
        line.options.all? { |name, word| options[name] == known[name]&.read(word) }
      end
    end

    # CLIENT[@VERSION][,OPTION=VALUE]..., parsed without looking any name up. `version` is nil if there is none; `options`
    # are Strings.
    class Notation < Value.define(:text, :client, version: nil, options: {}.freeze)
      # Whether the version is "A..B".
      def range? = !version.nil? && version.match?(/\A[\w.]+\.\.[\w.]+\z/)

      # The notation with another version and options.
      #: (String?, Hash[String, String]) -> String
      def rewritten(version, options) = Notation.written(client, version, options)

      # Writes and parses the notation. Raises Usage for an impossible notation.
      class << self
        FORM = "a contender is CLIENT[@VERSION][,OPTION=VALUE]..., such as dalli@3.2.8,protocol=meta"
        FORBIDDEN = /[\[\]{}()<>"'`*?$&;|\\[:cntrl:]\u0020]/
        private_constant :FORM, :FORBIDDEN

        #: (String, String?, Hash[String, String]) -> String
        def written(client, version, options)
          [[client, version].compact.join("@"), *options.map { |name, value| "#{name}=#{value}" }].join(",")
        end

        #: (String) -> Notation
        def parse(text)
          refuse_signs(text)
          head, *rest = text.split(",", -1)
          refuse_equals(head.to_s)
          client, mark, version = head.to_s.partition("@")
          refuse("the contender #{text.inspect} names no client") if client.empty?
          refuse("#{text}: a version must follow @") if !mark.empty? && version.empty?
          new(text: text, client: client, version: mark.empty? ? nil : version, options: options(rest, text))
        end

        private

        def refuse_signs(text)
          refuse("a contender is missing: the word is empty") if text.empty?
          sign = text[FORBIDDEN] or return
          what = sign == " " ? "a blank" : sign.sub(/[[:cntrl:]]/, "a control character")
          refuse("#{text.inspect}: #{what} has no place in a contender")
        end

        # The notation of pip for a version.
        def refuse_equals(head)
          client, version = head.match(/\A([^@=]+)==?([^@=]+)\z/)&.captures
          raise Usage.new("#{head}: a version follows @", try: "write #{client}@#{version}") if client
        end

        def options(parts, text)
          parts.each_with_object({}) do |part, found|
            name, mark, value = part.partition("=")
            refuse("#{text}: an option must follow each comma") if part.empty?
            refuse_comma(part, text, found) if mark.empty?
            refuse("#{text}: #{part} needs a name and a value") if name.empty? || value.empty?
            refuse("#{text}: #{name} is given twice") if found.key?(name)
            found[name] = value
          end.freeze
        end

        # A part without "=" is most likely the rest of a value with a comma.
        def refuse_comma(part, text, found)
          refuse("#{text}: #{part} is not OPTION=VALUE") if found.empty?
          raise Usage.new("#{text}: #{part} is not OPTION=VALUE; a value cannot hold a comma here",
                          try: "write a value with a comma in a suite file, under options")
        end

        def refuse(what) = raise(Usage.new(what, try: FORM))
      end
    end

    # The code that the part after @ refers to. `version` is exact, the name of a copy, or nil for a folder or a git ref.
    # `stated_version` is the version for conditions: a copy's own, or the one in the files of a folder (nil without any).
    # `release` is the registry's line, nil if it was not needed. `requires` is the runtime that a checkout wants, if it says so.
    class Origin < Value.define(:source, :version, :stated_version, release: nil, note: nil, requires: nil)
      # A release of which only the number is known.
      Bare = Value.define(:number, requires: nil)

      # How the version of a checkout begins.
      CHECKOUTS = %w[path: git:].freeze
      private_constant :CHECKOUTS

      class << self
        # `language` has the source layout of a library, and the language's own runtimes. `runs` as the block of Versions#pick.
        #: (Catalog::Client, Notation, Object, Places, Vocabulary::Language) ?{ (String?) -> bool } -> Origin
        def of(client, notation, versions, places, language, &runs)
          word = notation.version
          checkout = language.checkout
          refuse_repo(notation) unless word&.start_with?("git:")
          return without_library(client, notation) unless client.library
          return folder(client, notation, places, checkout) if word&.start_with?("path:")
          return git(notation, places, checkout) if word&.start_with?("git:")
          return installed(notation) if borrowed?(notation, language) && !indexed?(client, word, versions)

          client.copies.key?(word) ? copy(client.copies[word]) : released(client, word, versions, &runs)
        end

        # The release of Debian's that a word means; nil if it means something else, or if only a pip index has it. Raises
        # Usage for a version that is in neither.
        #: (Catalog::Client, String?, Object) -> Object?
        def packaged(client, word, versions)
          return if word.nil? || word.start_with?(*CHECKOUTS) || client.library.nil? || client.copies.key?(word)

          found = release(client, word, versions)
          found unless package_kind(found) == "index"
        end

        private

        # Whether a pip index has the release that a word means. It can be installed for any runtime.
        def indexed?(client, word, versions)
          return false unless word && versions.respond_to?(:indexed)

          versions.indexed(client).any? && package_kind(release(client, word, versions)) == "index"
        rescue Usage
          false
        end

        def without_library(client, notation)
          if notation.version
            what = "#{notation.text}: #{client.name} has no versions; it is part of Cachemark"
            raise Usage.new(what, try: "write #{notation.client}")
          end

          new(source: Source.new(kind: "none"), version: nil, stated_version: nil)
        end

        # Whether the runtime is one of the user's, with the libraries installed in it. Gems can be installed for any
        # runtime.
        def borrowed?(notation, language)
          runtime = notation.options[language.option]
          runtime && language.runtimes.any? && !language.runtimes.key?(runtime)
        end

        def installed(notation)
          word = notation.version
          unless word.nil? || word.match?(Versions::EXACT)
            raise Usage.new("#{notation.text}: #{word} is not an exact version, and what the runtime has is not looked up",
                            try: "write #{notation.rewritten(nil, notation.options)}")
          end

          new(source: Source.new(kind: "runtime"), version: word, stated_version: word)
        end

        def copy(copy)
          new(source: Source.new(kind: "copy", ref: copy.name), version: copy.name, stated_version: copy.reports,
              note: "#{copy.summary} (#{copy.reports})")
        end

        def released(client, word, versions, &runs)
          stand_in = client.stands_in[word]
          release = release(client, stand_in&.by || word, versions, &runs)
          kind = client.gem ? "gem" : package_kind(release)
          new(source: Source.new(kind: kind), version: release.number, stated_version: release.number, release: release,
              note: stand_in && "#{release.number} in place of #{word}: #{stand_in.reason}")
        rescue Usage => error
          raise client.copies.any? ? Usage.new(error.message.lines.first.chomp, try: with_copies(error, client)) : error
        end

        def package_kind(release) = release.respond_to?(:index) && release.index ? "index" : "package"

        # The catalogue's own version is exact, so that it does not matter if the registry does not respond. It is the newest
        # that is known then.
        def release(client, word, versions, &runs)
          Versions.of(client, versions).pick(word || client.version, &runs)
        rescue Trouble
          raise unless [nil, Versions::NEWEST].include?(word)

          Bare.new(number: client.version)
        end

        def with_copies(error, client) = "#{error.try} (copies: #{client.copies.keys.join(", ")})"

        def folder(client, notation, places, checkout)
          given = notation.version.delete_prefix("path:")
          dir = places.absolute(given)
          refuse(notation, "#{given.empty? ? "path:" : dir} is not a folder") if given.empty? || !places.folder?(dir)
          refuse(notation, "#{dir} holds none of #{checkout.folder_patterns.join(", ")}") unless places.library?(dir, checkout)
          refuse_other_gem(client, notation, dir, places) if checkout.modules.empty?
          new(source: Source.new(kind: "path", dir: dir), version: nil, stated_version: places.version_in(dir, checkout),
              requires: places.runtime_wanted(dir, checkout))
        end

        # The version in the work tree may differ from the one at the ref, which is read from git.
        def git(notation, places, checkout)
          ref = notation.version.delete_prefix("git:")
          refuse(notation, "git: needs a ref") if ref.empty?
          dir = places.absolute(notation.options.fetch("repo", "."))
          refuse(notation, "#{dir} is not a folder") unless places.folder?(dir)
          source = Source.new(kind: "git", ref: ref, dir: dir)
          source.revision(notation.text)
          repository = places.repository(dir)
          new(source: source, version: nil, stated_version: repository.version_at(ref, checkout),
              requires: repository.runtime_wanted_at(ref, checkout))
        end

        # Gemspecs name the gems of a folder; without one, the files of lib do.
        def refuse_other_gem(client, notation, dir, places)
          gems = places.gemspecs_below(dir)
          return refuse_other_files(client, notation, dir, places.gems_in(dir)) if gems.empty?
          return if gems.include?(client.library)

          refuse(notation, "#{dir} is of the gem #{Vocabulary.list(gems)}, not of #{client.library}")
        end

        # activesupport has lib/active_support.rb, and memcache-client lib/memcache.rb.
        def refuse_other_files(client, notation, dir, names)
          wanted, *found = [client.library, *names].map { |name| name.delete("-_") }
          return if found.empty? || found.any? { |name| wanted.start_with?(name) }

          refuse(notation, "#{dir}/lib has #{names.first(3).join(", ")}, and nothing of #{client.library}")
        end

        def refuse(notation, what)
          raise Usage.new("#{notation.text}: #{what}",
                          try: "write #{notation.client}@path:DIR, or #{notation.client}@git:REF,repo=DIR")
        end

        def refuse_repo(notation)
          return unless notation.options.key?("repo")

          raise Usage.new("#{notation.text}: repo= belongs to @git:REF", try: "write #{notation.client}@git:REF,repo=DIR")
        end
      end
    end
  end
end
