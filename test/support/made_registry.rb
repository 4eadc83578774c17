# frozen_string_literal: true

# Releases of a few gems, written down, for resolving contenders without a network.
class MadeRegistry
  Release = Struct.new(:number, :requires, :prerelease)
  Runtime = Struct.new(:version)

  GEMS = {
    "dalli" => %w[0.9.0 0.9.4 1.1.5 2.7.2 2.7.11 3.2.0 3.2.8 3.2.15 4.3.10 5.0.0.rc1 5.3.2],
    "memcache-client" => %w[1.5.0 1.6.2 1.6.3 1.6.5 1.7.8 1.8.5],
    "memcached" => %w[1.7.2 1.8.0],
    "memcached_store" => %w[0.12.7 2.3.4],
    "activesupport" => %w[4.2.0 4.2.11.3 5.2.8.1 6.1.7.10 7.0.10 7.1.6 7.2.4],
    "kgio" => %w[2.9.3 2.11.4],
    "zlib" => %w[3.2.4],
    "connection_pool" => %w[2.4.1 2.5.5 3.0.2]
  }.freeze

  def self.resolver(ruby: "3.1.2", **options)
    Cachemark::Contender::Resolver.new(catalog: MadeCells::CATALOG, versions: new, runtime: Runtime.new(ruby), **options)
  end

  def of(gem)
    GEMS.fetch(gem).map do |number|
      Release.new(number, gem == "dalli" && number.start_with?("5") ? ">= 3.3" : nil, number.match?(/[a-z]/))
    end
  end
end
