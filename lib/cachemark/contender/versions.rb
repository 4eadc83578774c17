# frozen_string_literal: true

module Cachemark
  class Contender
    # Selects exact versions of a library from the list of the registry, or of the catalogue.
    class Versions
      LINE = /\A(\d+(?:\.\d+)*)\.x\z/
      EXACT = /\A\d+(\.\w+)*\z/
      NEWEST = "newest"
      # So many releases before the newest.
      BEFORE = /\Anewest-(\d+)\z/

      # For a client's own library; `registry.of(gem)` lists the releases of a gem.
      #: (Catalog::Client, Object) -> Versions
      def self.of(client, registry) = new(client.library, listed(client, registry), client: client.name)

      # All of its releases, newest last. A release that the pip index has comes from there, others from the catalogue. Of a
      # client that only an index has, the catalogue knows its own version.
      #: (Catalog::Client, Object) -> Array[Object]
      def self.listed(client, registry)
        return registry.of(client.gem) if client.gem

        indexed = registry.respond_to?(:indexed) ? registry.indexed(client) : []
        indexed = indexed.select { |release| Gem::Version.correct?(release.number) }
        others = client.releases.reject { |release| indexed.map(&:number).include?(release.number) }
        own = others + indexed
        own << Catalog::Client::Release.new(number: client.version, index: client.index) if own.empty? && client.index
        own.sort_by { |release| Gem::Version.new(release.number) }
      end

      # The elements of `listed` have number, requires and prerelease, newest last. `client` is the name of the gem in `list
      # versions`, if it is a client's own.
      #: (String, Array[Object], ?client: String?) -> void
      def initialize(gem, listed, client: nil)
        @gem = gem
        @listed = listed
        @client = client
      end

      # The release for "3.2.8", "3.x", "newest" or "newest-1", the release before the newest. A "3" that is not a release is
      # "3.x". The block gets the requirement of a release on its runtime: a newer release for which it is false counts only if
      # there is no other. Raises Usage.
      #: (String) ?{ (String?) -> bool } -> Object
      def pick(word, &runs)
        return newest(word, released, &runs) if word == NEWEST
        return before_newest(word, word[BEFORE, 1].to_i, &runs) if word.match?(BEFORE)
        return newest(word, line(word[LINE, 1]), &runs) if word.match?(LINE)

        @listed.find { |version| version.number == word } || newest(word, line(word), &runs)
      end

      # The newest release, if `number` is the newest one that runs, and others are newer; else nil.
      #: (String) { (String?) -> bool } -> Object?
      def beyond(number)
        able = released.select { |release| yield release.requires }
        released.last if released.last&.number != number && able.last&.number == number
      end

      # Every release between the two, oldest first; pre-releases only as an end. Raises Usage.
      #: (String, String) -> Array[Object]
      def between(first, last)
        ends = [pick(first), pick(last)]
        older, newer = ends.map { |release| Gem::Version.new(release.number) }
        refuse_order(ends) unless older < newer
        inside = released.select { |release| Gem::Version.new(release.number).between?(older, newer) }
        (inside | ends).sort_by { |release| Gem::Version.new(release.number) }
      end

      private

      def refuse_order(ends)
        from, to = ends.map(&:number)
        what = from == to ? "both ends are #{from}" : "#{from} is newer than #{to}"
        raise Usage.new("#{@gem} #{from}..#{to}: #{what}", try: "a range runs from the older to the newer release")
      end

      def released = @listed.reject(&:prerelease)

      def line(stem) = released.select { |version| version.number == stem || version.number.start_with?("#{stem}.") }

      def newest(word, found)
        (found.select { |release| yield release.requires }.last if block_given?) || found.last || raise(unknown(word))
      end

      # Releases that do not run are not counted.
      def before_newest(word, count)
        able = block_given? ? released.select { |release| yield release.requires } : released
        able[-1 - count] || raise(Usage.new("#{@gem}@#{word}: #{able.size} of its releases can run here",
                                            try: "newest-#{able.size - 1}, or see cachemark list versions #{@client || @gem}"))
      end

      def unknown(word)
        return Usage.new("no gem is called #{@gem} in your sources", try: "gem list --remote #{@gem}") if @listed.empty?

        known = word.match?(EXACT) || word.match?(LINE)
        what = known ? "#{@gem} has no version #{word}" : "#{@gem}@#{word}: #{word} is not a version"
        return Usage.new(what, try: "remove the v: #{word.delete_prefix("v")}") if word.match?(/\Av\d/)

        see = "; see cachemark list versions #{@client}" if @client
        place = Gem::Version.correct?(word.delete_suffix(".x")) ? "nearest" : "the newest"
        Usage.new(what, try: "#{place}: #{nearest(word).join(", ")}#{see}")
      end

      # Up to three versions below it and three above; for a word, the newest.
      def nearest(word)
        numbers = released.map(&:number)
        wanted = word.delete_suffix(".x")
        return numbers.last(4).reverse unless Gem::Version.correct?(wanted)

        at = released.index { |version| Gem::Version.new(version.number) > Gem::Version.new(wanted) } || numbers.size
        numbers[[at - 2, 0].max, 4]
      end

      # Releases of clients that are newer than the measured ones.
      class Newer
        # The release in an exact notation: "dalli@3.2.8,protocol=meta". A folder, a commit or a copy has none.
        EXACT = /\A([^@,]+)@(\d+(?:\.\w+)*)(?:,|\z)/

        #: (Catalog, Object) -> void
        def initialize(catalog, registry)
          @catalog = catalog
          @registry = registry
        end

        # A Hash for each of these exact notations whose client has a newer release: {"client" => "dalli", "version" =>
        # "3.2.8", "newest" => "5.0.1", "requires" => ">= 3.3" or nil}. The newest measured release counts. Raises Trouble if
        # no registry responds.
        #: (Array[String]) -> Array[Hash[String, String?]]
        def of(notations)
          measured = notations.filter_map { |notation| notation.match(EXACT)&.captures }.group_by(&:first)
          measured.filter_map do |word, all|
            newer(@catalog.client(word), all.map { |_, version| Gem::Version.new(version) }.max)
          rescue Usage # a client that the catalogue has no more
            nil
          end
        end

        private

        def newer(client, version)
          listed = Versions.listed(client, @registry).reject { |release| client.refusal_at("version" => release.number) }
          newest = Versions.new(client.library, listed, client: client.name).pick(NEWEST)
          return unless Gem::Version.new(newest.number) > version

          { "client" => @catalog.word(client), "version" => version.to_s, "newest" => newest.number,
            "requires" => newest.requires }
        end
      end
    end
  end
end
