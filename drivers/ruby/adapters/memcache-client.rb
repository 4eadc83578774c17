# encoding: utf-8
require File.expand_path("../../lib/gem_adapter", __FILE__)

# memcache-client 1.5.0 to 1.8.5 (text protocol, pure Ruby), and the copy that Rails
# 2.2.2 shipped. 1.6.3 and 1.6.4 were released with VERSION 1.6.2: version says what
# the loaded code says.
class MemcacheClientAdapter < GemAdapter
  adapter "memcache-client"

  def load
    require "memcache"
  end

  def version; MemCache::VERSION end

  def file; loaded_file("memcache.rb") end

  def libraries
    [["memcache-client", version, file]]
  end

  def connect(servers, options)
    refuse(options, %w(timeout)) if options["timeout"] && seconds(options, "timeout") && !offers?(:timeout)
    refuse(options, %w(no_reply)) if switch(options, "no_reply") && !offers?(:no_reply)
    MemCache.new(servers, settings(options))
  end

  def disconnect(client)
    client.reset
  end

  def flush(delay)
    "c.flush_all(#{delay})" unless MemCache.instance_method(:flush_all).arity == 0
  end

  def set(key, value, step)
    guarded(step, store("set", key, value, step))
  end

  def add(key, value, step)
    guarded(step, store("add", key, value, step))
  end

  def get(key, step)
    guarded(step, call("get", key, step.raw? ? "true" : nil))
  end

  def get_multi(keys, step)
    return guarded(step, call("get_multi", step.array)) if array_keys?(step)
    return nil if step.raw? && older_than?("1.8.5")
    guarded(step, call("get_multi", *(listed(keys, step) + [step.raw? ? ":raw => true" : nil])))
  end

  def bytes?(_step) true end

  def delete(key, step)
    guarded(step, call("delete", key))
  end

  def append(key, value, step)
    call("append", key, value) if has?(MemCache, :append)
  end

  def prepend(key, value, step)
    call("prepend", key, value) if has?(MemCache, :prepend)
  end

  def cas(key, value, step)
    return nil unless has?(MemCache, :cas)
    "#{call("cas", key, step.ttl || 0, step.raw? ? "true" : nil)} { #{value} }"
  end

  # What it computes it adds.
  def fetch(key, value, step)
    return get(key, step) unless value
    "#{call("fetch", key, step.ttl || 0, step.raw? ? "true" : nil)} { #{value} }" if has?(MemCache, :fetch)
  end

  def incr(key, step)
    step.initial ? nil : guarded(step, call("incr", key, step.by))
  end

  def decr(key, step)
    step.initial ? nil : guarded(step, call("decr", key, step.by))
  end

  def quiet(body)
    body if switch(options, "no_reply")
  end

  private

  def store(method, key, value, step)
    ttl = step.ttl || (step.raw? ? 0 : nil)
    call(method, key, value, ttl, step.raw? ? "true" : nil)
  end

  def offers?(name)
    MemCache::DEFAULT_OPTIONS.key?(name)
  end

  def settings(options)
    settings = switches(options, "multithread" => :multithread, "no_reply" => :no_reply, "failover" => :failover)
    settings[:namespace] = options["namespace"] if options["namespace"]
    settings[:timeout] = seconds(options, "timeout") if options.key?("timeout")
    settings
  end
end
