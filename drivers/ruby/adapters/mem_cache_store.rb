# encoding: utf-8
require File.expand_path("../../lib/store_adapter", __FILE__)

# ActiveSupport::Cache::MemCacheStore of ActiveSupport 4.2 to 7.2, on dalli.
class MemCacheStoreAdapter < StoreAdapter
  adapter "mem_cache_store"

  # More than memcached takes.
  NEVER = 1 << 30

  def load
    require_active_support
    require "active_support/cache/mem_cache_store"
  end

  def libraries
    [active_support] + dalli.libraries
  end

  def kind; ActiveSupport::Cache::MemCacheStore end

  def connect(servers, options)
    kind.new(*(servers + [settings(options)]))
  end

  def done?(op, value) dalli.done?(op, value) end

  # A delete_multi returns how many keys there were.
  def done_of_many(_op, value)
    value if value.is_a?(Integer)
  end

  private

  def settings(options)
    settings = universal(options).merge(uncompressed(options)).merge(dalli.protocol(options))
                                 .merge(switches(options, "failover" => :failover))
    settings[:socket_timeout] = seconds(options, "timeout") if options.key?("timeout")
    settings[:down_retry_delay] = seconds(options, "retry_delay") || 0 if options.key?("retry_delay")
    settings[:ssl_context] = tls_context if tls_context
    settings
  end

  # Before 7.0 the store keeps `compress` to itself, and dalli 3 and later compress by
  # default what the store has left alone.
  def uncompressed(options)
    below = switch(options, "compress") == false && older_than?("7.0") && !older_than?("3", Dalli::VERSION)
    below ? {:compression_min_size => NEVER} : {}
  end
end
