# encoding: utf-8
require File.expand_path("../../lib/client_adapter", __FILE__)

# memcache-client 1.5.0 to 1.8.5 (text protocol, pure Ruby), and the copy that Rails
# 2.2.2 shipped. 1.6.3 and 1.6.4 were released with VERSION 1.6.2: version says what
# the loaded code says.
class MemcacheClientAdapter < ClientAdapter
  adapter "memcache-client"

  def load; require "memcache" end
  def version; MemCache::VERSION end
  def file; loaded_file("memcache.rb") end
  def kind; MemCache end

  def connect(servers, options)
    refuse(options, %w(timeout)) if options["timeout"] && seconds(options, "timeout") && !offers?(:timeout)
    refuse(options, %w(no_reply)) if switch(options, "no_reply") && !offers?(:no_reply)
    MemCache.new(servers, settings(options))
  end

  def disconnect(client) client.reset end

  def flush(delay)
    "c.flush_all(#{delay})" unless MemCache.instance_method(:flush_all).arity == 0
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
  def cas(key, value, step) computed("cas", key, value, step) end

  # What it computes it adds.
  def fetch(key, value, step)
    value ? computed("fetch", key, value, step) : get(key, step)
  end

  def quiet(body)
    body if switch(options, "no_reply")
  end

  private

  # Source of a call whose block has the value.
  def computed(method, key, value, step)
    "#{call(method, key, step.ttl || 0, step.raw? ? "true" : nil)} { #{value} }" if has?(kind, method)
  end

  def store(method, key, value, step)
    ttl = step.ttl || (step.raw? ? 0 : nil)
    call(method, key, value, ttl, step.raw? ? "true" : nil)
  end

  def offers?(name) MemCache::DEFAULT_OPTIONS.key?(name) end

  def settings(options)
    settings = switches(options, "multithread" => :multithread, "no_reply" => :no_reply, "failover" => :failover)
    settings[:namespace] = options["namespace"] if options["namespace"]
    settings[:timeout] = seconds(options, "timeout") if options.key?("timeout")
    settings
  end
end
