# frozen_string_literal: true

module Cachemark
  class Contender
    # Releases of clients that are newer than those that were measured.
    class Newer
      # The release in an exact notation: "dalli@3.2.8,protocol=meta". A folder, a commit or a copy has none.
      EXACT = /\A([^@,]+)@(\d+(?:\.\w+)*)(?:,|\z)/

      #: (Catalog, Object) -> void
      def initialize(catalog, registry)
        @catalog = catalog
        @registry = registry
      end

      # {"client" => "dalli", "version" => "3.2.8", "newest" => "5.0.1", "requires" => ">= 3.3" or nil} of each of
      # these exact notations whose client has a newer one; the newest that was measured counts. Raises Trouble where
      # nobody tells.
      #
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
        newest = Versions.of(client, @registry).pick("newest")
        return unless Gem::Version.new(newest.number) > version

        { "client" => @catalog.word(client), "version" => version.to_s, "newest" => newest.number, "requires" => newest.requires }
      end
    end
  end
end
