# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # The releases of memcached that a command line names. One is that of the run's servers. On several, each contender is
      # measured on each of them.
      class OnServers
        # `words` are the values of --memcached, `range` that of --servers-from; `known` is Env::Servers.
        #: (Array[String]?, Object, ?range: String?) -> void
        def initialize(words, known, range: nil)
          @words = words || []
          @known = known
          @range = range
        end

        # The exact release, or the path, of the run's servers; nil for the installed one.
        #: () -> String?
        def own = (named.first if named.one? && @range.nil?)

        # Whether there are several servers.
        def several? = several.any?

        # The contenders, on each release if there are several. Raises Usage for an unknown release, and for a contender that
        # names another one.
        #: (Array[Contender]) -> Array[Contender]
        def contenders(all)
          return all.map { |one| release_of(one) ? exact(one) : one } if several.empty?

          twice = all.find { |one| release_of(one) }
          refuse_twice(twice) if twice
          several.flat_map { |server| all.map { |one| one.on("memcached" => server) } }
        end

        # The references on every server of the contenders of their language and runtime.
        #: (Array[Contender], Array[Contender]) -> Array[Contender]
        def references(all, contenders)
          all.flat_map do |one|
            peers = contenders.select { |other| kind(other) == kind(one) }
            endpoints = peers.map { |other| other.endpoint&.for_reference.to_h.compact }.uniq
            endpoints.map { |options| options.empty? ? one : one.on(options.transform_keys(&:to_s)) }
          end
        end

        private

        def kind(contender) = [contender.language, contender.runtime, contender.checkouts]

        def several = @several ||= @range ? @known.between(@range) : (named if named.size > 1) || []

        def named = @named ||= @words.map { |word| @known.exact(word) }.tap { |all| refuse_duplicate(all) }

        def release_of(contender) = contender.endpoint&.memcached

        # Its id stays as it was typed.
        def exact(contender)
          contender.on("memcached" => @known.exact(release_of(contender))).with(id: contender.id, section: contender.section)
        end

        def refuse_duplicate(all)
          duplicate = all.tally.find { |_, count| count > 1 } or return
          raise Usage.new("--memcached names #{duplicate.first} twice", try: "name each release once")
        end

        def refuse_twice(contender)
          raise Usage.new("#{contender.id} names its server, and so does #{@range ? "--servers-from" : "--memcached"}",
                          try: "remove one of them")
        end
      end
    end
  end
end
