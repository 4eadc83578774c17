# encoding: utf-8
require File.expand_path("../memcached", __FILE__)

# Memcached::Rails: the memcached gem behind memcache-client's interface. A miss is
# nil; it also turns every other error into false, so that only the proof sees one.
class MemcachedRailsAdapter < MemcachedAdapter
  adapter "memcached_rails"

  def connect(servers, options)
    Memcached::Rails.new(servers, settings(options))
  end

  def add(key, value, step)
    guarded(step, store("add", key, value, step))
  end

  def get(key, step)
    guarded(step, call("get", key, raw(step)))
  end

  def get_multi(_keys, step)
    guarded(step, call("get_multi", step.array, raw(step)))
  end

  def delete(key, step)
    guarded(step, call("delete", key))
  end

  def append(key, value, step)
    call("append", key, value)
  end

  def prepend(key, value, step)
    call("prepend", key, value)
  end

  def cas(key, value, step)
    raise CachemarkDriver::NotOffered, "cas (it is with cas=on)" unless switch(options, "cas")
    swapped(key, value, step)
  end

  def fetch(key, value, step)
    return get(key, step) unless value
    options = [step.raw? ? ":raw => true" : nil, step.ttl ? ":ttl => #{step.ttl}" : nil].compact
    "#{call("fetch", key, options.any? ? options.join(", ") : nil)} { #{value} }"
  end

  def incr(key, step)
    step.initial ? nil : guarded(step, call("incr", key, step.by))
  end

  def decr(key, step)
    step.initial ? nil : guarded(step, call("decr", key, step.by))
  end

  # A refused add gives nil; so does every append and prepend.
  def done?(op, value)
    %w(append prepend).include?(op) && value.nil? ? nil : value == true
  end

  private

  def unserialised; "true" end
end
