# frozen_string_literal: true

module Cachemark
  module CLI
    # `list [clients|scenarios|suites|faults|cases|versions CLIENT]`: what there is, in a line
    # each, and what of it runs here.
    class List < Command
      KINDS = %w[clients scenarios suites versions faults cases].freeze
      # Those that `list` alone tells.
      SHORT = 3
      # Columns below which a text has none of its own.
      NARROW = 40
      # Columns of a fault's name.
      WIDE = 34
      # What stands for a value of an option's type.
      WORDS = { "switch" => "on|off", "seconds" => "SECONDS|off", "count" => "N", "text" => "WORD" }.freeze

      describe "list clients, scenarios, suites, what check tries, or the versions of a client",
               arguments: "[clients|scenarios|suites|faults|cases|versions CLIENT]", examples: [
                 ["list", "everything, a line each"],
                 ["list versions dalli", "every release of dalli, and which run on this Ruby"],
                 ["list versions pylibmc", "every release that Debian has, and which Python it comes built for"],
                 ["list clients", "each client, its default version, its options"],
                 ["list cases", "every case that check puts clients to, by its fault"]
               ]

      private

      def declare(parser)
        parser.on("--offline", "use only what is in the cache") { @options[:offline] = true }
        super
      end

      def perform(words)
        kind, *rest = words
        return KINDS.first(SHORT).each { |each| section(each) } && 0 unless kind

        Quantity.word("list", kind, KINDS)
        refuse_more(rest) unless kind == "versions"
        kind == "versions" ? versions(rest) : send(kind)
        0
      end

      def section(kind)
        @out.puts kind.capitalize
        send(kind)
        @out.puts
      end

      def catalog = @catalog ||= Catalog.load

      def clients
        catalog.clients.each_value do |client|
          line(catalog.word(client), client.version || "-", "#{client.summary}#{here(client)}")
          options = options_of(client)
          line("", "", "options: #{options.join(" ")}") if options.any?
        end
      end

      def options_of(client)
        lines = client.option_lines.uniq(&:name)
        lines.map { |option| "#{option.name}=#{option.values&.join("|") || WORDS.fetch(option.type)}" } +
          client.companion_options.map { |gem| "#{gem}=VERSION" }
      end

      # What does not run here says why; what does needs no words.
      def here(client)
        contender = resolver.resolve(client.id)
        return "" if runtime.meets?(contender.requires_runtime)

        " (not here: needs #{contender.language.title} #{contender.requires_runtime}, this is #{runtime.version})"
      rescue Trouble => error
        " (its versions are not known: #{error.message.lines.first.chomp})"
      end

      def scenarios
        catalog.scenarios.each_value { |scenario| line(scenario.id, count(scenario.calls, "call"), scenario.summary, 34) }
      end

      def suites
        catalog.suites.each_value { |suite| line(suite.id, count(suite.contenders.size, "contender"), suite.summary) }
      end

      def faults
        all = catalog.faults.values
        all.each { |one| line(one.id, count(one.variants.size, "case"), "#{one.title}#{" (--thorough)" if one.thorough}", WIDE) }
        @out.puts "", "#{count(all.size, "fault")}, #{count(all.sum { |one| one.variants.size }, "case")}"
      end

      def cases
        all = Fault::Case.all(catalog.faults.values).group_by(&:fault)
        all.each do |fault, own|
          line(fault.id, count(own.size, "case"), "#{fault.title}#{" (--thorough)" if fault.thorough}", WIDE)
          own.each { |one| @out.puts "  #{one.id}" }
        end
        @out.puts "", "#{count(all.values.sum(&:size), "case")} of #{count(all.size, "fault")}"
      end

      def versions(words)
        raise Usage.new("list versions needs one client", try: "cachemark list versions dalli") unless words.size == 1

        client = catalog.client(words.first)
        language = catalog.language(client.language)
        client.copies.each { |name, copy| line(name, "copy", copy.summary) }
        client.stands_in.each { |number, stand_in| line(number, "absent", "#{stand_in.by} stands in: #{stand_in.reason}") }
        Contender::Versions.listed(client, rooms[:versions]).each do |release|
          line(release.number, release.number == client.version ? "default" : "", note(client, release, language))
        end
      end

      def note(client, release, language)
        return source_of(release, client, language) if language.runtimes.any?
        unless runtime.meets?(release.requires)
          needs = "needs #{language.title} #{release.requires} (this is #{runtime.version})"
          return "not here: #{needs}: pass #{language.option}=PATH"
        end
        return client.broken[release.number] if client.broken.key?(release.number)

        release.prerelease ? "pre-release" : ""
      end

      # Where a release is had that the catalogue names.
      def source_of(release, client, language)
        runtime = language.runtimes.fetch(release.runtime || client.runtime || language.own_runtime)
        elsewhere = release.address || (release.suite && "Debian #{release.suite}")
        [*elsewhere, "on #{runtime.name} of Debian #{runtime.suite}"].join(", ")
      end

      def count(number, word) = "#{number} #{word}#{"s" unless number == 1}"

      def rooms = @rooms ||= Rooms.new(@options).to_h
      def runtime = Cachemark::Env::Runtime.current
      def resolver = @resolver ||= Contender::Resolver.new(catalog: catalog, versions: rooms[:versions], runtime: runtime)

      # On a terminal it is broken at words, below its own column or, where there is none, below its name; in a file or a
      # pipe it stays a line.
      def line(name, fact, text, width = 20)
        head = format("%-#{width}s%-16s", name, fact)
        display = Live::Display.new(@out)
        return @out.puts("#{head}#{text}".rstrip) if !display.terminal? || text.empty?
        return @out.puts(Report::Wrap.text(text, display.width - 1, head: head)) if display.width - head.size >= NARROW

        @out.puts([[name, fact].reject(&:empty?).join("  "), Report::Wrap.text(text, display.width - 1, head: "    ")]
          .reject(&:empty?))
      end
    end
  end
end
