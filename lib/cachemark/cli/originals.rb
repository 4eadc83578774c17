# frozen_string_literal: true

module Cachemark
  module CLI
    # The source of a release as its own gem has it, for commands that need an original to copy.
    class Originals
      #: (Hash[Symbol, Object], catalog: Catalog) -> void
      def initialize(options, catalog:)
        @options = options
        @catalog = catalog
      end

      # The folder of the gem, absolute. Raises Trouble where it cannot be had.
      #: (String) -> String
      def folder(word)
        contender = Contender::Resolver.new(catalog: @catalog, **Rooms.new(@options).to_h).resolve(word)
        built = Host::Keeper.start { |keeper| build(keeper, contender) }
        return built.expected.first.fetch(:dir) if built.is_a?(Cachemark::Env::Environment)

        raise Trouble.new("#{contender.notation} cannot be had: #{built.reason}", try: built.how)
      end

      private

      def build(keeper, contender)
        builder = Cachemark::Env::Builder.new(cache: cache, spawn: keeper, registry: registry, offline: offline,
                                              install: @options.fetch(:install, true))
        builder.build([contender]).fetch(contender.id)
      ensure
        builder&.release
      end

      def registry = Cachemark::Env::Registry.new(cache: cache, offline: offline)
      def cache = Paths.new.cache
      def offline = @options.fetch(:offline, false)
    end
  end
end
