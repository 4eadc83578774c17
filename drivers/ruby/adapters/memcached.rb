# encoding: utf-8
require File.expand_path("../../lib/client_adapter", __FILE__)

# evan's memcached: libmemcached 0.32 behind SWIG. A miss is an exception.
class MemcachedAdapter < ClientAdapter
  adapter "memcached"

  MISS = "Memcached::NotFound"
  # A second add is NotStored in the text protocol, ConnectionDataExists in the binary one.
  TAKEN = "Memcached::NotStored, Memcached::ConnectionDataExists"
  # Bytes for what is not there are NotStored in the text protocol, and may be NotFound in the binary one.
  ABSENT = "Memcached::NotStored, Memcached::NotFound"
  SWITCHES = {"binary" => :binary_protocol, "no_block" => :no_block, "tcp_nodelay" => :tcp_nodelay,
              "buffer_requests" => :buffer_requests, "cas" => :support_cas, "auto_eject_hosts" => :auto_eject_hosts}
  TTL = "Memcached::DEFAULTS[:default_ttl]"

  def load; require "memcached" end
  def version; Memcached::VERSION end
  def file; loaded_file("memcached.rb") end
  def libraries; [["memcached", version, file]] end
  def kind; Memcached end
  def connect(servers, options) Memcached.new(servers, settings(options)) end
  def disconnect(client) client.quit end
  def add(key, value, step) guarded(step, store("add", key, value, step), TAKEN, "false") end
  def get(key, step) guarded(step, call("get", key, raw(step)), MISS) end
  def get_multi(_keys, step) guarded(step, call("get", step.array, raw(step))) end
  def bytes?(_step) true end
  def delete(key, step) guarded(step, call("delete", key), MISS, "false") end
  def append(key, value, step) guarded(step, call("append", key, value), ABSENT, "false") end
  def prepend(key, value, step) guarded(step, call("prepend", key, value), ABSENT, "false") end

  # Only a client that was made for it offers it.
  def cas(key, value, step)
    raise CachemarkDriver::NotOffered, "cas (it is with cas=on)" unless switch(options, "cas")
    guarded(step, "#{call("cas", key, step.ttl || TTL, raw(step))} { #{value} }", "#{MISS}, #{TAKEN}", "false")
  end

  def touch(key, step)
    guarded(step, call("touch", key, step.ttl), MISS, "false") if has?(Memcached, :touch)
  end

  def quiet(body)
    body if switch(options, "buffer_requests")
  end

  # A call that was not refused returns nil.
  def done?(_op, value) value != false end

  private

  def settings(options)
    settings = switches(options, SWITCHES)
    settings[:prefix_key] = options["namespace"] if options["namespace"]
    settings[:credentials] = login("sasl") if login("sasl")
    settings[:timeout] = settings[:connect_timeout] = seconds(options, "timeout") || 0 if options.key?("timeout")
    settings[:retry_timeout] = seconds(options, "retry_delay").to_i if options.key?("retry_delay")
    settings
  end

  def count(method, key, step)
    guarded(step, call(method, key, step.by), MISS) unless step.initial
  end

  # The published rows passed :raw => true where this client takes `encode`: a Hash is
  # true, so that the "plain" value was marshalled.
  def raw(step)
    return nil unless step.raw?
    published? && step.published["raw"] == "hash" ? ":raw => true" : unserialised
  end

  def unserialised; "false" end

  def store(method, key, value, step)
    call(method, key, value, step.ttl || (step.raw? ? TTL : nil), raw(step))
  end
end
