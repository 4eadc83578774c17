# encoding: utf-8
require File.expand_path("../../lib/store_adapter", __FILE__)

# The store that dalli itself shipped before 3.0. It stores bare values, where other
# stores wrap them in an Entry.
class DalliStoreAdapter < StoreAdapter
  adapter "dalli_store"

  def load
    require_active_support
    require "active_support/cache/dalli_store"
  end

  def libraries
    dalli.libraries + [active_support]
  end

  def kind; ActiveSupport::Cache::DalliStore end

  # Bare values tell nobody when they expire.
  def fetch(key, value, step)
    super unless step.race_condition_ttl
  end

  def connect(servers, options)
    kind.new(*(servers + [settings(options)]))
  end

  def done?(op, value) dalli.done?(op, value) end

  private

  def initial?; true end

  def settings(options)
    universal(options).merge(switches(options, "threadsafe" => :threadsafe)).merge(dalli_connections(options))
  end
end
