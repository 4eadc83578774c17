# frozen_string_literal: true

module Cachemark
  module CLI
    # `list [KIND|versions CLIENT|options CLIENT]`: all of a kind, a line each, and which of them run here.
    class List < Command
      KINDS = %w[clients options scenarios parameters modes suites versions faults cases runtimes servers launchers campaigns
                 advisories].freeze
      # The kinds of which a client has its own.
      OF_CLIENTS = %w[options versions].freeze
      # The kinds that `list` shows without an argument.
      SHORT = %w[clients scenarios suites].freeze
      # If a text has fewer columns than this, it gets separate lines.
      NARROW = 40
      # The width of the name of a fault or a scenario.
      WIDE = 34
      # Placeholders for the values of an option's type.
      VALUES = { "switch" => "on|off", "seconds" => "SECONDS|off", "deadline" => "SECONDS", "count" => "N",
                 "text" => "WORD" }.freeze
      private_constant :OF_CLIENTS, :SHORT, :NARROW, :WIDE, :VALUES

      describe "List clients, their options and versions, scenarios, their parameters, modes, suites, faults, cases, " \
               "runtimes, servers, launchers, campaigns, advisories.",
               arguments: "[#{[*(KINDS - OF_CLIENTS), *OF_CLIENTS.map { |kind| "#{kind} CLIENT" }].join(" | ")}]", examples: [
                 ["list", "Clients, scenarios and suites."],
                 ["list versions dalli", "The releases of dalli in the cache, and which of them run on this Ruby."],
                 ["list versions pylibmc --refresh", "Every release that your pip index or Debian has, and its Python."],
                 ["list clients", "Each client, its default version and its options."],
                 ["list options dalli", "Each option of dalli, its default, and where that is documented."],
                 ["list parameters", "The parameters of scenarios, and published distributions of sizes."],
                 ["list modes", "The modes of each language, for --with mode=."],
                 ["list cases", "Every case of check, by its fault."],
                 ["list runtimes", "Every Ruby and Python of this machine: version, JIT, path, and who installed it."],
                 ["list servers", "Every memcached for --with memcached=, and which of them are here already."],
                 ["list launchers", "The ways to measure on other hosts, with --on."],
                 ["list campaigns", "The steps of each campaign of `contribute`."],
                 ["list advisories", "The advisories for check --advisory."]
               ]
      takes "Sources" => [Options.option(:refresh, "--refresh", "Look up the releases of clients again, in place of the cache.")]

      private

      def perform(words)
        kind, *rest = words
        return SHORT.each { |each| section(each) } && 0 unless kind

        Quantity.word("list", kind, KINDS)
        OF_CLIENTS.include?(kind) ? send(:"#{kind}_of", client_of(kind, rest)) : refuse_more(rest) || send(kind)
        0
      end

      def client_of(kind, words)
        return catalog.client(words.first) if words.size == 1

        raise Usage.new("list #{kind} needs one client", try: "cachemark list #{kind} dalli")
      end

      def section(kind)
        @out.puts kind.capitalize
        send(kind)
        @out.puts
      end

      def catalog = sources[:catalog]

      # The controls of check are omitted, because nobody measures them. First come Cachemark's own language and those whose
      # drivers do all. All is looked up before the first line.
      def clients
        listed = catalog.clients.values.reject { |client| client.name == Vocabulary::References::CONTROL }
        listed = listed.sort_by.with_index { |client, index| [rank(catalog.language(client.language)), index] }
        @here = listed.to_h { |client| [client, here(client)] }
        references, clients = listed.partition(&:reference)
        clients.each { |client| client(client) }
        @out.puts "", "References (the least code for the same work, and no work at all)"
        references.each { |client| client(client) }
        @out.puts "", "#{count(clients.size, "client")} and #{count(references.size, "reference")}"
        return if clients.all? { |client| client.gem.nil? || sources[:versions].asked_at(client) }

        @out.puts "Newer releases of some clients are unknown. To look them up: cachemark list clients --refresh"
      end

      def rank(language) = [language.own, language.interrupts.any?, true].index(true)

      def client(client)
        line(catalog.word(client), client.version || "-", "#{client.about}#{@here[client]}")
        options = option_words(client)
        line("", "", "options: #{options.join(" ")}") if options.any?
      end

      def option_words(client)
        lines = client.option_lines.uniq(&:name)
        lines.map { |option| "#{option.name}=#{option.values&.join("|") || VALUES.fetch(option.type)}" } +
          client.companion_options.map { |gem| "#{gem}=VERSION" }
      end

      # An option has a line for each default that some versions have. Those of the runtime are the same for all its clients.
      def options_of(client)
        client.option_lines.each do |option|
          versions = option.condition.requirements.map { |name, text| "#{name} #{text}" }.join(", ")
          default = [("default #{option.default}" if option.default), ("(#{option.source})" if option.source)].compact.join(" ")
          line(option.name, option.values&.join("|") || VALUES.fetch(option.type),
               [option.summary, default, versions].reject(&:empty?).join("; "))
        end
        language = catalog.language(client.language)
        @out.puts "", "Every client for #{language.title} takes #{runtime_words(language).join(" and ")}."
      end

      def runtime_words(language)
        values = { Vocabulary::Language::JIT => language.jit_words.join("|") }
        language.runtime_options.map { |name| "#{name}=#{values.fetch(name, "VERSION|PATH")}" }
      end

      # Why a client does not run here.
      def here(client)
        contender = resolver.resolve(client.id)
        return newer(contender) if runtime.meets?(contender.requires_runtime)

        " (not here: needs #{contender.language.title} #{contender.requires_runtime}, this is #{runtime.version})"
      rescue Trouble => error
        " (its versions are unknown: #{error.what})"
      end

      def newer(contender)
        contender.newer.map { |one| " (#{Report::Sentences.of(Stats::Remark[:needs_another_runtime, **one.to_h])})" }.join
      end

      def scenarios
        catalog.scenarios.each_value { |scenario| line(scenario.id, count(scenario.calls, "call"), scenario.summary, WIDE) }
      end

      def parameters
        Catalog::Parameters::ALL.each_value { |one| line(one.name, one.example, one.summary) }
        @out.puts "", "Distributions of sizes"
        Catalog::Sizes.published.each { |name, one| line(name, "", "#{one.title} (#{one.source})") }
      end

      # N is the number of workers.
      def modes
        Vocabulary::Language.all.each_value do |language|
          line(language.title, Vocabulary::Mode::SYNC.name, language.modes.map { |name| "#{name}-N" }.join(", "))
        end
      end

      def suites
        catalog.suites.each_value do |suite|
          name = [suite.id, *("(default)" if suite.id == Catalog::Suite::DEFAULT)].join(" ")
          line(name, count(suite.contenders.size, "contender"), suite.summary)
        end
      end

      def launchers
        catalog.launchers.each_value { |launcher| line(launcher.id, launcher.title, launcher.summary) }
      end

      # A line for each step, with its command.
      def campaigns
        catalog.campaigns.each_value do |one|
          line(one.id, count(one.steps.size, "step"), one.summary, WIDE)
          one.steps.each { |step| line("  #{step.id}", "", CommandLine.of(step.argv), WIDE) }
        end
      end

      def advisories
        catalog.advisories.each_value { |one| line(one.id, one.client, "#{one.title} (#{one.link})", WIDE) }
      end

      def faults
        all = catalog.faults.values
        all.each { |one| line(one.id, count(one.variants.size, "case"), "#{one.title}#{" (thorough)" if one.thorough}", WIDE) }
        @out.puts "", "#{count(all.size, "fault")}, #{count(all.sum { |one| one.variants.size }, "case")}"
      end

      def cases
        all = Fault::Case.all(catalog.faults.values).group_by(&:fault)
        all.each do |fault, own|
          line(fault.id, count(own.size, "case"), "#{fault.title}#{" (thorough)" if fault.thorough}", WIDE)
          own.each { |one| @out.puts "  #{one.id}" }
        end
        @out.puts "", "#{count(all.values.sum(&:size), "case")} of #{count(all.size, "fault")}"
      end

      def runtimes
        found = Host::Keeper.start { |keeper| machine(keeper).found }
        found.each { |one| line(one.runtime.description.split(" (").first, jit(one), "#{one.path} (#{one.origin})") }
        @out.puts "", *found.map(&:language).uniq.map { |language| choice(language) }, *built_on_request
      end

      def machine(keeper)
        asked = Cachemark::Env::Runtimes.new(cache: Paths.new.cache, spawn: keeper)
        Cachemark::Env::Runtimes::OnMachine.here(runtimes: asked, cache: Paths.new.cache, languages: catalog.languages)
      end

      # The compilers that can be switched on.
      def jit(one)
        titles = one.language.jits.values_at(*one.runtime.jits).map(&:title)
        return titles.join(", ") if titles.any?

        one.language.jit?(one.runtime.description) ? "always on" : "-"
      end

      def choice(language)
        packaged = language.runtimes.values.map { |runtime| "#{runtime.name} (#{runtime.version}, Debian #{runtime.suite})" }
        more = "; without installation: #{packaged.join(", ")}" if packaged.any?
        "#{language.title}: #{language.option}=VERSION takes the newest, #{language.option}=PATH any#{more}"
      end

      def built_on_request
        ["Built on request: #{Cachemark::Env::Debian::Offer.all.map(&:name).join(", ")}. See: cachemark help env"]
      end

      # Every release of memcached that memcached= can name.
      def servers
        CLI.servers(@options).known.each do |one|
          states = ["in the cache", "installed: #{one.path}", "prepared by the first run that needs it"]
          here = states.values_at(*(0 if one.cached), *(1 if one.path))
          line(one.number, one.suite ? "Debian #{one.suite}" : "", (here.empty? ? states.last(1) : here).join("; "))
        end
        @out.puts "", "The path of an executable works, too: --with memcached=PATH"
      end

      def versions_of(client)
        language = catalog.language(client.language)
        client.copies.each { |name, copy| line(name, "copy", copy.summary) }
        client.stands_in.each { |number, stand_in| line(number, "absent", "replaced by #{stand_in.by}: #{stand_in.reason}") }
        Contender::Versions.listed(client, sources[:versions]).each do |release|
          line(release.number, release.number == client.version ? "default" : "", note(client, release, language))
        end
        say_when(client) if client.gem || client.index
      rescue Cachemark::Env::Registry::Silent => error
        raise if @options[:refresh]

        raise Trouble.new(error.what, try: refresh(client))
      end

      def say_when(client)
        asked_at = sources[:versions].asked_at(client)
        about = asked_at ? "As of #{asked_at.utc.strftime("%Y-%m-%d %H:%M UTC")}." : "Its index was not asked yet."
        @out.puts "", "#{about} Look again: #{refresh(client)}"
      end

      def refresh(client) = "cachemark list versions #{catalog.word(client)} --refresh"

      def note(client, release, language)
        return source_of(release, client, language) if language.runtimes.any?
        unless runtime.meets?(release.requires)
          return "needs #{language.title} #{release.requires} (this is #{runtime.version}): pass #{language.option}=VERSION"
        end
        return "Debian #{release.suite}" if release.respond_to?(:suite) && release.suite
        return client.broken[release.number] if client.broken.key?(release.number)

        release.prerelease ? "pre-release" : ""
      end

      # The source of a release that the catalogue names.
      def source_of(release, client, language)
        able = Contender::RuntimeChoice.packaged(language, client, release).map { |one| "#{one.name} of Debian #{one.suite}" }
        elsewhere = release.index ? "pip index" : release.address || (release.suite && "Debian #{release.suite}")
        [*elsewhere, "on #{able.join(" or ")}", *("pre-release" if release.prerelease)].join(", ")
      end

      def count(number, word) = "#{number} #{word}#{"s" unless number == 1}"

      def sources = @sources ||= CLI.sources(@options[:refresh] ? @options : { install: "cached" })
      def runtime = Cachemark::Env::Runtimes::Runtime.current
      def resolver = @resolver ||= Contender::Resolver.new(**sources, runtime: runtime)

      # On a terminal, the text is wrapped at words, in its own column or, if that is narrow, below the name. A file or a
      # pipe gets one line.
      def line(name, fact, text, width = 20)
        head = [[name, width], [fact, 16]].map { |part, columns| part.ljust([columns, part.size + 1].max) }.join
        display = Live::Display.new(@out)
        return @out.puts("#{head}#{text}".rstrip) if !display.terminal? || text.empty?
        return @out.puts(Report::Terminal::Wrap.text(text, display.width - 1, head: head)) if display.width - head.size >= NARROW

        @out.puts([[name, fact].reject(&:empty?).join("  "), Report::Terminal::Wrap.text(text, display.width - 1, head: "    ")]
          .reject(&:empty?))
      end
    end
  end
end
