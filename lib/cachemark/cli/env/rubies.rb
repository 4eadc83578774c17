# frozen_string_literal: true

module Cachemark
  module CLI
    class Env < Command
      # `env runtime`: which Rubies can run clients; makes those that Debian offers.
      class Rubies
        Debian = Cachemark::Env::Debian
        private_constant :Debian

        #: (out: IO, cache: String, spawn: Object, options: Hash[Symbol, Object], ?bootstrap: Debian::Bootstrap) -> void
        def initialize(out:, cache:, spawn:, options:, bootstrap: nil)
          @out = out
          @options = options
          @runtimes = Cachemark::Env::Runtimes.new(cache: cache, spawn: spawn)
          @bootstrap = bootstrap || Debian::Bootstrap.new(cache: cache, spawn: spawn, keep: [ROOT, Dir.home])
          @made = Debian::Installation.all(cache).select(&:ready?)
        end

        # Words are paths of Rubies, or names of Debian's.
        #
        #: (Array[String]) -> void
        def call(words)
          names, paths = words.partition { |word| Debian::Offer.name?(word) }
          offers = names.map { |name| Debian::Offer.named(name) }
          offers.each { |offer| made?(offer) || make(offer) or return }
          shown = words.empty? ? @made.map(&:executable) : offers.map { |offer| @bootstrap.call(offer) }
          [nil, *paths.map { |path| File.expand_path(path) }, *shown].each { |path| show(@runtimes.at(path)) }
          @out.puts advice(words)
        end

        private

        def made?(offer) = @made.map(&:name).include?(offer.name)

        # The cost is said before; false where only that was asked for.
        def make(offer)
          @out.puts @bootstrap.cost(offer)
          refuse(offer)
          if @options[:dry_run]
            @out.puts "Nothing has been done. Do it: cachemark env runtime #{offer.name}"
            return false
          end
          @out.puts "Making it; what happens is in #{@bootstrap.installation(offer).log}"
          @out.flush
          @bootstrap.call(offer)
        end

        def refuse(offer)
          lacks = @bootstrap.lacks
          forbidden = @options[:install] == false
          return if lacks.empty? && !forbidden

          what = [*("--no-install forbids it" if forbidden), *lacks.map { |lack, _| "it needs #{lack}" }].join("; ")
          raise Trouble.new("#{offer.name} is not made: #{what}.", try: how(lacks))
        end

        def how(lacks)
          return "Run it once without --no-install." if lacks.empty?

          lacks.map { |lack, how| "For #{lack[/\A[^,]+/]}: #{how}." }.join("\n")
        end

        def show(runtime)
          advice = " (no Bundler: #{runtime.path} -S gem install bundler)" unless runtime.bundler
          @out.puts "#{runtime.path}  #{runtime.description}#{advice}"
        end

        def advice(words)
          names = Debian::Offer.all.map(&:name) - @made.map(&:name)
          more = "Made on request from Debian's packages: cachemark env runtime #{names.join("|")}" if words.empty? && names.any?
          [*more, "Measure with another one: cachemark run --ruby PATH, or ruby=PATH as an option of one contender."]
        end
      end
    end
  end
end
