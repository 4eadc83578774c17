# frozen_string_literal: true

module Cachemark
  module Env
    # Where a contender's own library comes from. A gem on the source needs nothing but its line
    # in the Gemfile; the subclasses are the other ways. Each is asked for
    #   entries    lines that it adds to the Gemfile
    #   stamps     what identifies it beyond the Gemfile's text; heads the lock in the record
    #   fetch      makes ready what Bundler will not (may take the network; only while building)
    #   load_path  folders before Bundler's
    #   expected   {gem:, version:, dir:, extension_dir:} that the proof will hold the driver to, or nil
    class Origin
      #: (Contender, Workshop, Store) -> Origin
      def self.of(contender, workshop, store)
        kind = contender.source.kind.to_s
        return Unpacked.new(contender, workshop, store) if kind == "gem" && Unpacked.needed?(contender)

        { "none" => Nothing, "copy" => Copy, "path" => Path, "git" => Git }.fetch(kind, Origin).new(contender, workshop, store)
      end

      #: (Contender, Workshop, Store) -> void
      def initialize(contender, workshop, store)
        @contender = contender
        @workshop = workshop
        @store = store
      end

      # Gems that the Gemfile pins besides `entries`: {name => version}.
      def pinned = @contender.gems

      def entries = []

      def stamps = []

      def fetch(_toolbox) = nil

      def load_path = []

      # `found` are the gems that Bundler activated.
      def expected(found)
        own = found.find { |gem| gem.fetch(:gem) == name }
        own&.merge(reports: @contender.client.reports[@contender.version])
      end

      # Whether Bundler itself has to install something after the store is complete.
      def checked_out? = false

      private

      def name = @contender.client.gem || @contender.client.name

      def companions = @contender.gems.except(name)

      def full_name = "#{name}-#{@contender.version}"
    end
  end
end
