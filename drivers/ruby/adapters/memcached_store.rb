# encoding: utf-8
require File.expand_path("../../lib/store_adapter", __FILE__)

# Shopify's ActiveSupport::Cache::MemcachedStore, on the memcached gem.
class MemcachedStoreAdapter < StoreAdapter
  adapter "memcached_store"

  def load
    require_active_support
    require "memcached_store"
    require "memcached_store/version"
    require "active_support/cache/memcached_store"
  end

  def libraries
    [library("memcached_store", "memcached_store.rb", MemcachedStore::VERSION), active_support,
     library("memcached", "memcached.rb", Memcached::VERSION)]
  end

  def kind; ActiveSupport::Cache::MemcachedStore end

  def connect(servers, options)
    kind.new(*(servers + [keywords(settings(options))]))
  end

  # A delete of what is not there succeeds too.
  def done?(op, value)
    op == "delete" && value ? nil : super
  end

  def done_of_many(op, value)
    op == "delete_multi" ? nil : super
  end

  private

  # 2.x takes keywords, 0.x a Hash; a Hash flagged like this is right for both.
  def keywords(settings)
    Hash.respond_to?(:ruby2_keywords_hash) ? Hash.ruby2_keywords_hash(settings) : settings
  end

  def settings(options)
    settings = universal(options).merge(switches(options, "binary" => :binary_protocol))
    settings[:timeout] = seconds(options, "timeout") || 0 if options.key?("timeout")
    settings[:credentials] = login("sasl") if login("sasl")
    settings[:retry_timeout] = seconds(options, "retry_delay").to_i if options.key?("retry_delay")
    settings
  end
end
