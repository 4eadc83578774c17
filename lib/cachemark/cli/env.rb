# frozen_string_literal: true

module Cachemark
  module CLI
    # `env list|prune|runtime`: the content of the cache, and which runtimes can run clients (Runtimes).
    class Env < Command
      ACTIONS = %w[list prune runtime].freeze
      OFFERS = Cachemark::Env::Debian::Offer.all.map(&:name).join(", ")
      # At most this number of contenders are named for an environment.
      NAMED = 6
      private_constant :ACTIONS, :OFFERS, :NAMED

      describe "List or prune environments, or show and build runtimes.",
               arguments: "list|prune|runtime [PATH|NAME...]", examples: [
                 ["env list", "Every environment, its runtime, its size and its last use."],
                 ["env prune --unused-for 168h", "Remove environments that were not used for a week."],
                 ["env runtime /opt/ruby-3.4/bin/ruby", "The version of that Ruby, and how to measure with it."],
                 ["env runtime ruby-3.3 --dry-run", "What building Ruby 3.3 needs. Names: #{OFFERS}."],
                 ["env runtime ruby-3.3", "Build it, and print the path for ruby=."],
                 ["env runtime node go", "Get Debian's Node.js and Go into the cache, for node= and go=."],
                 ["env runtime ruby-3.3-yjit", "Build Ruby 3.3 with YJIT from its source, without root."]
               ]
      takes "With prune" => [
              Options.option(:unused_for_s, "--unused-for TIME", "Keep what was used within this time (default: 168h).") do |text|
                text == "0" ? 0 : Quantity.duration("--unused-for", text)
              end
            ],
            "With runtime NAME" => [
              Options.option(:dry_run, "--dry-run", "Build nothing. Print the time, download and disk space that it needs."),
              # OptionParser passes a --no-... switch as false.
              Options.option(:install, "--no-install", "Build nothing. Report what is missing.")
            ]

      private

      def perform(words)
        action, *rest = words
        raise Usage.new("env needs list, prune or runtime", try: "cachemark help env") if action.nil?

        Quantity.word("env", action, ACTIONS)
        refuse_more(rest) unless action == "runtime"
        send(:"show_#{action}", rest)
        0
      end

      def inventory = Cachemark::Env::Inventory.new(cache: Paths.new.cache)

      def show_list(_words)
        entries = inventory.list
        @out.puts "The cache has no environments yet. A run builds them." if entries.empty?
        entries.each do |entry|
          head = format("%s  %-10s ", entry.last_used_at.strftime("%Y-%m-%d %H:%M"), entry.ready ? "ready" : "unfinished")
          @out.puts folded(users(entry.notations), head).rstrip, folded(content(entry), "    ")
        end
        inventory.runtimes.each do |one|
          @out.puts folded(one.description || "unfinished", "#{one.name}  "), folded(one.executable, "    ")
        end
        inventory.servers.each { |server| @out.puts folded(server.description, "server  ") }
        @out.puts format("%.0f MB in all, in %s", inventory.size_bytes / 1e6, Paths.new.cache)
      end

      def show_prune(_words)
        pruned = inventory.prune(unused_for_s: @options.fetch(:unused_for_s, 7 * 86_400))
        counts = { "environment" => pruned.environments.size, "gem" => pruned.gems.size, "Debian package" => pruned.debs.size,
                   "wheel" => pruned.files.size }
        counts = counts.reject { |word, count| ["Debian package", "wheel"].include?(word) && count.zero? }
        servers = pruned.servers.map { |version| "memcached #{version}" }
        what = [*counts.map { |word, count| "#{count} #{word}#{"s" unless count == 1}" }, *pruned.runtimes, *servers]
        @out.puts format("Removed %s: %.1f MB.", Vocabulary.list(what), pruned.freed_bytes / 1e6)
      end

      def users(notations)
        named, others = notations.partition.with_index { |_, index| index < NAMED }
        [*named, *("and #{others.size} more" if others.any?)].join(" ")
      end

      def content(entry)
        return [entry.runtime, libraries(entry)].join("; ") if entry.ready

        "a build that was interrupted or failed; the next run that needs it builds it again, and " \
          "cachemark env prune removes it"
      end

      # In a Debian environment, the gems are the checkouts that were built for it.
      def libraries(entry)
        return "#{entry.debs.size} packages of Debian" if entry.debs.any?

        entry.full_names.empty? ? "no gems" : entry.full_names.join(", ")
      end

      def show_runtime(words)
        Host::Keeper.start do |keeper|
          Runtimes.new(out: @out, err: @err, cache: Paths.new.cache, spawn: keeper, options: @options).call(words)
        end
      end

      # `env runtime`: which runtimes can run clients. It builds those that Debian offers.
      class Runtimes
        Debian = Cachemark::Env::Debian
        private_constant :Debian

        # `builder` returns the builder of an offer.
        #: (out: IO, err: IO, cache: String, spawn: Object, options: Hash[Symbol, Object], ?builder: #call) -> void
        def initialize(out:, err:, cache:, spawn:, options:, builder: nil)
          @out = out
          @err = err
          @options = options
          @runtimes = Cachemark::Env::Runtimes.new(cache: cache, spawn: spawn)
          @builder = builder || ->(offer) { Debian.builder(offer, cache: cache, spawn: spawn, keep: [ROOT, *Paths.home]) }
          @made = Debian::Installation.all(cache).select(&:ready?)
        end

        # Words are paths of Rubies, or names of Debian's runtimes. For names, only the values of ruby= or another option go to
        # standard output, for scripts.
        #: (Array[String]) -> void
        def call(words)
          raise Usage.new("env runtime: a path is empty", try: "name the executable of a Ruby") if words.any?(&:empty?)

          names, paths = words.partition { |word| Debian::Offer.name?(word) }
          offers = names.map { |name| Debian::Offer.named(name) }
          return unless offers.map { |offer| made?(offer) || make(offer) }.all?

          shown(words, paths).each { |path| show(@runtimes.at(path)) }
          return print_made(offers) if offers.any?

          @out.puts advice(words)
        end

        private

        def shown(words, paths)
          return [nil, *@made.select { |place| place.language.own }.map(&:executable)] if words.empty?

          named = paths.map { |path| File.expand_path(path) }
          paths.size == words.size ? [nil, *named] : named
        end

        def print_made(offers)
          paths = offers.to_h { |offer| [offer, @builder.call(offer).call(offer)] }
          paths.each { |offer, path| @err.puts @runtimes.at(path, offer.language).description }
          @out.puts(paths.map { |offer, path| offer.word(path) })
        end

        def made?(offer) = @made.map(&:name).include?(offer.name)

        # Prints the cost first. Returns false if nothing else was requested.
        def make(offer)
          builder = @builder.call(offer)
          @err.puts builder.cost(offer)
          refuse(offer, builder.lacks(offer))
          if @options[:dry_run]
            @err.puts "Nothing was built. Build it: cachemark env runtime #{offer.name}"
            return false
          end
          @err.puts "Building it. Log: #{builder.installation(offer).log}"
          builder.call(offer)
        end

        def refuse(offer, lacks)
          forbidden = @options[:install] == false
          return if lacks.empty? && !forbidden

          what = [*("--no-install forbids it" if forbidden), *lacks.map { |lack, _| "it needs #{lack}" }].join("; ")
          raise Trouble.new("cannot build #{offer.name}: #{what}", try: how(lacks))
        end

        def how(lacks)
          return "run it without --no-install" if lacks.empty?

          lacks.map { |lack, how| "for #{lack[/\A[^,]+/]}: #{how}" }.join("\n")
        end

        def show(runtime)
          advice = " (no Bundler: #{runtime.path} -S gem install bundler)" unless runtime.bundler
          @out.puts "#{runtime.path}  #{runtime.description}#{advice}"
        end

        def advice(words)
          names = Debian::Offer.all.map(&:name) - @made.map(&:name)
          more = "Built on request from Debian's packages: cachemark env runtime #{names.join("|")}" if words.empty? && names.any?
          [*more, "To measure with a Ruby: cachemark run --with ruby=PATH, or the option ruby=PATH of one contender."]
        end
      end
    end
  end
end
