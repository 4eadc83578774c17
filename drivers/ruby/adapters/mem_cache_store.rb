# encoding: utf-8
require File.expand_path("../../lib/store_adapter", __FILE__)

# ActiveSupport::Cache::MemCacheStore of ActiveSupport 4.2 to 8.1, on dalli.
class MemCacheStoreAdapter < StoreAdapter
  adapter "mem_cache_store"

  # More than memcached takes.
  NEVER = 1 << 30

  def load
    require_active_support
    require "active_support/cache/mem_cache_store"
    require "active_support/message_pack" if defined?(MessagePack) # as its first read does
  end

  def libraries
    [active_support, message_pack, connection_pool].compact + dalli.libraries
  end

  def kind; ActiveSupport::Cache::MemCacheStore end

  def connect(servers, options)
    format = options["cache_format_version"]
    ActiveSupport::Cache.format_version = format.to_f if format
    kind.new(*(servers + [settings(options)]))
  end

  # Without a pool the store has one client.
  def pools(client)
    [client.instance_variable_get(:@data)].select { |data| data.respond_to?(:checkout) }
  end

  def done?(op, value) dalli.done?(op, value) end

  # A delete_multi returns how many keys there were.
  def done_of_many(_op, value)
    value if value.is_a?(Integer)
  end

  private

  def settings(options)
    settings = universal(options).merge(uncompressed(options)).merge(dalli.protocol(options)).merge(dalli_connections(options))
    settings[:serializer] = options["serializer"].to_sym if options.key?("serializer")
    settings.merge(pool(options))
  end

  # ActiveSupport 7.1 and later have a pool, of five connections, unless it is switched off.
  def pool(options)
    return {} unless options.key?("pool") || options.key?("pool_size")
    return {:pool => false} if switch(options, "pool") == false
    {:pool => options.key?("pool_size") ? {:size => options["pool_size"].to_i} : true}
  end

  # ActiveSupport 7.1 and later load it, with or without a pool.
  def connection_pool
    library("connection_pool", "connection_pool.rb", ConnectionPool::VERSION) if defined?(ConnectionPool)
  end

  def message_pack
    library("msgpack", "msgpack.rb", MessagePack::VERSION) if defined?(MessagePack)
  end

  # Before 7.0 the store keeps `compress` to itself, and dalli 3 and later compress by
  # default what the store has left alone.
  def uncompressed(options)
    below = switch(options, "compress") == false && older_than?("7.0") && !older_than?("3", Dalli::VERSION)
    below ? {:compression_min_size => NEVER} : {}
  end
end
