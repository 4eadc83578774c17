# encoding: utf-8
require File.expand_path("../memcached", __FILE__)

# Memcached::Rails: the memcached gem behind memcache-client's interface. A miss is
# nil; it also turns every other error into false, so that only the proof sees one.
class MemcachedRailsAdapter < MemcachedAdapter
  adapter "memcached_rails"

  def connect(servers, options) Memcached::Rails.new(servers, settings(options)) end
  def get_multi(_keys, step) guarded(step, call("get_multi", step.array, raw(step))) end

  def fetch(key, value, step)
    return get(key, step) unless value
    options = [step.raw? ? ":raw => true" : nil, step.ttl ? ":ttl => #{step.ttl}" : nil].compact
    "#{call("fetch", key, options.any? ? options.join(", ") : nil)} { #{value} }"
  end

  # A refused add gives nil; so does every append and prepend.
  def done?(op, value)
    %w(append prepend).include?(op) && value.nil? ? nil : value == true
  end

  private

  # Only its touch, which is that of memcached itself, raises for a miss.
  def guarded(step, source, *rescued)
    step.op == "touch" ? super : super(step, source)
  end

  def unserialised; "true" end
end
