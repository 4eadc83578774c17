# frozen_string_literal: true

module Cachemark
  module Audit
    # Which package is which client, as the entries of the catalogue say.
    class Names
      #: (Catalog) -> void
      def initialize(catalog)
        @catalog = catalog
        @clients = catalog.clients.values.group_by { |client| package_of(client) }.reject { |package, _| package.nil? }
        @strangers = catalog.strangers
      end

      # The names of all packages that matter, by registry.
      #: () -> Hash[String, Set[String]]
      def wanted
        known = @clients.keys.group_by(&:first).transform_values { |keys| keys.map(&:last) }
        @strangers.merge(known) { |_, strangers, clients| strangers + clients }.transform_values(&:to_set)
      end

      # Why no client of a package can run at its version; nil if one can, or if it has none.
      #: (Package) -> [Catalog::Client, String]?
      def refused(package)
        @clients.fetch([package.registry, package.name], []).filter_map do |client|
          reason = client.refusal_at({ "version" => package.version }.compact)
          [client, reason] if reason
        end.first
      end

      # Whether a package has no client here, and is one of a memcached client.
      #: (Package) -> bool
      def stranger?(package) = @strangers.fetch(package.registry, []).include?(package.name)

      # [client, packages that it needs] of each client of a package. A store is one only next to these: activesupport alone is
      # no client of memcached. `versions` has those of all packages, by registry and name.
      #: (Package, Hash[[String, String], String?]) -> Array[[Catalog::Client, Array[String]]]
      def clients(package, versions)
        @clients.fetch([package.registry, package.name], []).filter_map do |client|
          facts = { "version" => package.version }.compact
          needed = below(client, facts)
          others = versions.slice(*needed).transform_keys(&:last)
          next if others.size < needed.size || client.refusal_at(facts.merge(others.compact))

          [client, others.map { |name, version| [name, *version].join(" ") }]
        end
      end

      private

      def package_of(client)
        locked = @catalog.language(client.language).locked or return
        fields = { "GEM" => client.gem, "INDEX" => client.index, "MODULE" => client.module_name }
        name = locked.name.gsub(/[A-Z]+/) { |field| fields.fetch(field) || (return nil) }
        [locked.registry, locked.registry == "pypi" ? Readers.normal(name) : name]
      end

      # The packages of other clients that a client needs.
      def below(client, facts)
        return [["pypi", Readers.normal(client.below.index)]] if client.below

        companions = facts.key?("version") ? client.companions_at(facts).values : client.companions
        companions.map { |companion| ["rubygems", companion.gem] }.uniq.select { |key| @clients.key?(key) }
      end
    end
  end
end
