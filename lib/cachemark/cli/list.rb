# frozen_string_literal: true

module Cachemark
  module CLI
    # `list [clients|scenarios|suites|versions CLIENT]`: what there is, in a line
    # each, and what of it runs here.
    class List < Command
      KINDS = %w[clients scenarios suites versions].freeze
      # What stands for a value of an option's type.
      WORDS = { "switch" => "on|off", "seconds" => "SECONDS|off", "count" => "N", "text" => "WORD" }.freeze

      describe "list clients, scenarios, suites, or the versions of a client",
               arguments: "[clients|scenarios|suites|versions CLIENT]", examples: [
                 ["list", "everything, a line each"],
                 ["list versions dalli", "every release of dalli, and which run on this Ruby"],
                 ["list clients", "each client, its default version, its options"]
               ]

      private

      def declare(parser)
        parser.on("--offline", "use only what is in the cache") { @options[:offline] = true }
        super
      end

      def perform(words)
        kind, *rest = words
        return KINDS.first(3).each { |each| section(each) } && 0 unless kind

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
          line(client.name, client.version || "-", "#{client.summary}#{here(client)}")
          options = options_of(client)
          @out.puts "#{" " * 20}options: #{options.join(" ")}" if options.any?
        end
      end

      def options_of(client)
        lines = client.option_lines.uniq(&:name)
        lines.map { |option| "#{option.name}=#{option.values&.join("|") || WORDS.fetch(option.type)}" } +
          client.companion_options.map { |gem| "#{gem}=VERSION" }
      end

      # What does not run here says why; what does needs no words.
      def here(client)
        contender = resolver.resolve(client.name)
        return "" if runtime.meets?(contender.requires_runtime)

        " (not here: needs Ruby #{contender.requires_runtime}, this is #{runtime.version})"
      rescue Trouble => error
        " (its versions are not known: #{error.message.lines.first.chomp})"
      end

      def scenarios
        catalog.scenarios.each_value { |scenario| line(scenario.id, count(scenario.calls, "call"), scenario.summary, 34) }
      end

      def suites
        catalog.suites.each_value { |suite| line(suite.id, count(suite.contenders.size, "contender"), suite.summary) }
      end

      def versions(words)
        raise Usage.new("list versions needs one client", try: "cachemark list versions dalli") unless words.size == 1

        client = catalog.client(words.first)
        client.copies.each { |name, copy| line(name, "copy", copy.summary) }
        client.stands_in.each { |number, stand_in| line(number, "absent", "#{stand_in.by} stands in: #{stand_in.reason}") }
        releases(client).each do |release|
          line(release.number, release.number == client.version ? "default" : "", note(client, release))
        end
      end

      def releases(client) = client.gem ? rooms[:versions].of(client.gem) : []

      def note(client, release)
        unless runtime.meets?(release.ruby)
          return "not here: needs Ruby #{release.ruby} (this is #{runtime.version}): pass ruby=PATH"
        end
        return client.broken[release.number] if client.broken.key?(release.number)

        release.prerelease ? "pre-release" : ""
      end

      def count(number, word) = "#{number} #{word}#{"s" unless number == 1}"

      def rooms = @rooms ||= Rooms.new(@options).to_h
      def runtime = Cachemark::Env::Runtime.current
      def resolver = @resolver ||= Contender::Resolver.new(catalog: catalog, versions: rooms[:versions], runtime: runtime)

      def line(name, fact, text, width = 20)
        @out.puts format("%-#{width}s%-16s%s", name, fact, text).rstrip
      end
    end
  end
end
