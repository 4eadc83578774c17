# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # The endpoints that a command line names: releases of memcached, and networks. One release is that of the run's servers.
      # On several, and on each network, each contender is measured.
      class OnServers
        # The options of the command line by those of contenders.
        FLAGS = { "memcached" => :memcacheds, "rtt" => :rtts, "bandwidth" => :bandwidths }.freeze
        private_constant :FLAGS

        # Whether options of the command line name any endpoint.
        #: (Hash[Symbol, Object]) -> bool
        def self.named?(options) = [*FLAGS.values, :servers_from].any? { |key| options[key] }

        # `options` are those of the command line; `known` is Env::Servers.
        #: (Hash[Symbol, Object], Object) -> void
        def initialize(options, known)
          @options = options
          @known = known
        end

        # The exact release, or the path, of the run's servers; nil for the installed one.
        #: () -> String?
        def own = (releases.first if releases.one? && !range)

        # The number of endpoints for each contender.
        def count = choices.size

        # The contenders, at each endpoint. Raises Usage for an unknown release, and for a contender that names the same option.
        #: (Array[Contender]) -> Array[Contender]
        def contenders(all)
          all.each { |contender| refuse_twice(contender) }
          exact = all.map { |contender| contender.endpoint&.memcached ? exact(contender) : contender }
          choices.flat_map { |options| options.empty? ? exact : exact.map { |contender| contender.on(options) } }
        end

        # The references at every endpoint of the contenders of their language and runtime.
        #: (Array[Contender], Array[Contender]) -> Array[Contender]
        def references(all, contenders)
          all.flat_map do |contender|
            peers = contenders.select { |other| kind(other) == kind(contender) }
            endpoints = peers.map { |other| other.endpoint&.for_reference.to_h.compact }.uniq
            endpoints.map { |options| options.empty? ? contender : contender.on(options.transform_keys(&:to_s)) }
          end
        end

        private

        def kind(contender) = [contender.language, contender.runtime, contender.checkouts]

        def range = @options[:servers_from]

        def releases
          @releases ||= @options.fetch(:memcacheds, []).map { |word| @known.exact(word) }.tap { |all| refuse_duplicate(all) }
        end

        # Array[Hash]: the options of each endpoint.
        def choices
          @choices ||= begin
            lists = named.map { |name, words| words.map { |word| [name, word] } }
            lists.empty? ? [{}] : lists.first.product(*lists.drop(1)).map(&:to_h)
          end
        end

        # {option => its values} where contenders have to name it.
        def named
          several = range ? @known.between(range) : releases
          { **(range || several.size > 1 ? { "memcached" => several } : {}),
            **FLAGS.except("memcached").transform_values { |key| @options[key] }.compact }
        end

        # Its id stays as it was typed.
        def exact(contender)
          release = @known.exact(contender.endpoint.memcached)
          contender.on("memcached" => release).with(id: contender.id, section: contender.section)
        end

        def refuse_duplicate(all)
          duplicate = all.tally.find { |_, count| count > 1 } or return
          raise Usage.new("--with memcached= names #{duplicate.first} twice", try: "name each release once")
        end

        def refuse_twice(contender)
          name = (contender.endpoint&.options.to_h.keys & named.keys).first or return
          flag = range && name == "memcached" ? :servers_from : FLAGS.fetch(name)
          raise Usage.new("#{contender.id} has #{name}=, and the command line #{Options.flag(flag)}", try: "remove one of them")
        end
      end
    end
  end
end
