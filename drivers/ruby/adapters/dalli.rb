# encoding: utf-8
require File.expand_path("../../lib/client_adapter", __FILE__)

# dalli 0.9.0 to 5.x. Before 1.0 a call cannot be raw: a second client, made with
# :marshal => false, makes the raw calls (named p in the compiled source).
class DalliAdapter < ClientAdapter
  adapter "dalli"

  def load
    require "dalli"
    require "connection_pool" if pool?
    versions if older_than?("3")
    Dalli.logger # it loads what it logs with now, once, and not in each process that is forked from here
  end

  def version; Dalli::VERSION end
  def file; loaded_file("dalli.rb") end
  def kind; Dalli::Client end

  def libraries
    [["dalli", version, file], kgio, pool, zlib].compact
  end

  def connect(servers, options)
    return pooled(servers, options) if pool?
    return Dalli::Client.new(servers, settings(options)) unless ancient?
    refuse(options, %w(namespace compress timeout retry_delay failover protocol))
    [true, false].map { |marshal| Dalli::Client.new(servers, settings(options).merge(:marshal => marshal)) }
  end

  def bind(client)
    return {"pool" => client} if pool?
    ancient? ? {"c" => client.first, "p" => client.last} : {"c" => client}
  end

  def pools(client)
    pool? ? [client] : []
  end

  def with_connection(source)
    pool? ? "pool.with { |c| #{source} }" : source
  end

  def disconnect(client)
    return client.shutdown { |one| one.close } if pool?
    Array(client).each { |one| one.close }
  end

  # 0.9.0 raises its one general error for an add that finds the key taken.
  def add(key, value, step)
    return super unless version == "0.9.0"
    "(begin; #{super}; rescue Dalli::DalliError => error; error.message =~ /Key exists/ ? false : raise; end)"
  end

  def get(key, step)
    guarded(step, raw(call("get", key, step.raw? && !ancient? ? ":raw => true" : nil), step))
  end

  def get_multi(keys, step)
    names = array_keys?(step) ? [step.array] : listed(keys, step)
    guarded(step, raw(call("get_multi", *names, step.bytes? ? ":req_options => {:raw => true}" : nil), step))
  end

  # Before 5.1 a call with several keys takes no options.
  def bytes?(step)
    step.op == "get_multi" ? !older_than?("5.1") : step.op == "get" && !ancient?
  end

  # Before 2.0 it takes no block.
  def get_multi_yielding(step, block)
    "c.get_multi(*#{step.array}) #{block}" unless older_than?("2")
  end

  def get_multi_cas(_keys, step)
    raw(call("get_multi_cas", "*#{step.array}"), step) if has?(kind, :get_multi_cas)
  end

  def set_multi(pairs, step)
    offered("set_multi", pairs, step.ttl, step.raw? ? ":raw => true" : nil)
  end

  def delete_multi(_keys, step)
    offered("delete_multi", step.array)
  end

  # The bytes are put to what was written raw.
  def append(key, value, step)
    raw(call("append", key, value), step)
  end

  def prepend(key, value, step)
    raw(call("prepend", key, value), step)
  end

  def cas(key, value, step)
    source = offered("cas", key, step.ttl, step.raw? ? ":raw => true" : nil)
    source && "#{source} { #{value} }"
  end

  def gat(key, step)
    offered("gat", key, step.ttl)
  end

  # What it computes it adds.
  def fetch(key, value, step)
    return get(key, step) unless value
    "#{raw(call("fetch", key, step.ttl, step.raw? && !ancient? ? ":raw => true" : nil), step)} { #{value} }"
  end

  # The server decides who computes. Only the meta protocol can ask it.
  def fetch_locked(key, value, step)
    return nil unless has?(kind, :fetch_with_lock)
    raise CachemarkDriver::NotOffered, "fetch_locked (it is with protocol=meta)" unless meta?
    return get(key, step) unless value
    settings = [step.ttl ? ":ttl => #{step.ttl}" : nil, step.raw? ? ":req_options => {:raw => true}" : nil].compact.join(", ")
    "#{call("fetch_with_lock", key, settings.empty? ? nil : settings)} { #{value} }"
  end

  def flush(delay) "c.flush(#{delay})" end

  def quiet(body)
    "c.#{has?(kind, :quiet) ? "quiet" : "multi"} { #{body} }" unless ancient?
  end

  # Before 3.0 a delete of what is not there answers nil, as do a cas and a touch of every version.
  def done?(op, value)
    %w(delete cas touch).include?(op) && value.nil? ? false : super
  end

  # In newer releases a delete_multi returns how many keys there were. No other reply says anything.
  def done_of_many(_op, value)
    value if value.is_a?(Integer)
  end

  # {} or {:protocol => ...}: only 3.2 to 4.x have a choice, the others speak one.
  def protocol(options)
    name = options["protocol"]
    return {} unless name
    return {:protocol => name.to_sym} if !older_than?("3.2") && older_than?("5")
    only = older_than?("3.2") ? "binary" : "meta"
    name == only ? {} : raise(ArgumentError, "dalli #{version} speaks #{only} only, not #{name}")
  end

  private

  # The part with get_multi_cas is loaded apart before 3.0, and is absent from the oldest releases.
  def versions
    require "dalli/cas/client"
  rescue LoadError
    nil
  end

  def ancient?; older_than?("1") end

  def pool?; switch(options, "pool") == true end

  # As applications share clients between threads: a ConnectionPool, from which each call takes a client.
  def pooled(servers, options)
    ConnectionPool.new(:size => options["pool_size"].to_i, :timeout => Float(options["pool_timeout"])) do
      Dalli::Client.new(servers, settings(options))
    end
  end

  def meta?; !older_than?("5") || protocol(options)[:protocol] == :meta end

  def store(method, key, value, step)
    return raw(call(method, key, value, step.ttl), step) if ancient?
    call(method, key, value, step.ttl, step.raw? ? ":raw => true" : nil)
  end

  def raw(source, step)
    ancient? && step.raw? ? source.sub(/\Ac/, "p") : source
  end

  # The ttl is used only where the counter is created, hence only with an initial value. 0.9.0 offers no counters.
  def count(method, key, step)
    return nil if version == "0.9.0"
    guarded(step, call(method, key, step.by, step.initial && (step.ttl || 0), step.initial))
  end

  def settings(options)
    settings = switches(options, "threadsafe" => :threadsafe, "string_fastpath" => :string_fastpath,
                                 "compress" => older_than?("2") ? :compression : :compress)
    settings[:namespace] = options["namespace"] if options["namespace"]
    settings.merge(dalli_connections(options)).merge(protocol(options))
  end

  # Present in the environment is not enough: dalli's sockets must be built on it.
  def kgio
    return nil unless defined?(Kgio::Socket) && defined?(Dalli::Server::KSocket)
    return nil unless Dalli::Server::KSocket.is_a?(Class) && Dalli::Server::KSocket < Kgio::Socket
    library("kgio", "kgio.rb")
  end

  # Ruby's own is in no folder with a version.
  def zlib
    found = library("zlib", "zlib.so")
    found if found && found[1]
  end

  def pool
    library("connection_pool", "connection_pool.rb", ConnectionPool::VERSION) if pool?
  end
end
