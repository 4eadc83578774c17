# frozen_string_literal: true

module Cachemark
  module CLI
    # The rooms that words are looked up in: what the registry offers, which Rubies
    # there are.
    class Rooms
      # Runs one command under a keeper of its own; asking a Ruby what it is needs no more.
      module OneCommand
        #: (Array[String], **Object) -> Host::Exit
        def self.run(argv, **settings)
          Host::Keeper.start { |keeper| keeper.run(argv, **settings) }
        end
      end

      #: (Hash[Symbol, Object]) -> void
      def initialize(options)
        @options = options
        @cache = Paths.new.cache
      end

      # {versions:, runtime:} as a resolver takes them.
      #: () -> Hash[Symbol, Object]
      def to_h
        { versions: Cachemark::Env::Registry.new(cache: @cache, offline: @options.fetch(:offline, false)),
          runtime: Cachemark::Env::Runtimes.new(cache: @cache, spawn: OneCommand) }
      end
    end
  end
end
