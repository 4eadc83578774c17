# encoding: utf-8
require File.expand_path("../../lib/reference/namespaced.rb", __FILE__)

# The reference: the least Ruby that does the same work correctly on a plain socket,
# for client and store scenarios alike (bare values, correct commands).
class SocketAdapter < Adapter
  adapter "socket"

  def version; RUBY_VERSION end

  def file
    File.realpath(File.expand_path("../../lib/reference/client.rb", __FILE__))
  end

  def roots; [File.dirname(file)] end

  def connect(servers, options)
    settings = [servers, Float(options["timeout"] || 1), tls_context, login("text")]
    namespace = options["namespace"] or return CachemarkDriver::Reference::Client.new(*settings)
    CachemarkDriver::Reference::Namespaced.new(namespace, *settings)
  end

  def disconnect(client) client.close end

  def flush(delay) "c.flush(#{delay})" end

  def quiet(body) "c.quiet { #{body} }" end

  def set(key, value, step) "#{client(step)}.set(#{key}, #{value}, #{step.ttl || 0}, #{step.raw?})" end

  def bytes?(_step) true end

  def get(key, step) step.bytes? ? "c.bytes(#{key})" : "c.get(#{key})" end

  def get_multi(keys, step) "c.#{step.bytes? ? "bytes_of_many" : "get_multi"}(#{step.array})" end

  def get_multi_yielding(step, block) "c.get_multi(#{step.array}).each #{block}" end

  def get_multi_cas(keys, step) "c.get_multi_cas(#{step.array})" end

  def set_multi(pairs, step) "c.set_multi(#{pairs}, #{step.ttl || 0}, #{step.raw?})" end

  def delete_multi(keys, step) "c.delete_multi(#{step.array})" end

  def gat(key, step) "c.gat(#{key}, #{step.ttl || 0})" end

  def delete(key, step) "#{client(step)}.delete(#{key})" end

  def add(key, value, step) "#{client(step)}.add(#{key}, #{value}, #{step.ttl || 0}, #{step.raw?})" end

  def append(key, value, step) "c.append(#{key}, #{value})" end

  def prepend(key, value, step) "c.prepend(#{key}, #{value})" end

  def cas(key, value, step) "c.cas(#{key}, #{step.ttl || 0}, #{step.raw?}) { #{value} }" end

  def touch(key, step) "c.touch(#{key}, #{step.ttl || 0})" end

  def incr(key, step) "#{client(step)}.incr(#{counter(key, step)})" end

  def decr(key, step) "#{client(step)}.decr(#{counter(key, step)})" end

  def write(key, value, step) step.unless_exist? ? add(key, value, step) : set(key, value, step) end

  # Without a value it is a read. The reference stores bare values, which tell nobody when they expire.
  def fetch(key, value, step)
    return nil if step.race_condition_ttl
    value ? "c.fetch(#{key}, #{step.ttl || 0}, #{step.raw?}) { #{value} }" : get(key, step)
  end

  def fetch_locked(key, value, step)
    value ? "c.fetch_locked(#{key}, #{step.ttl || 0}, #{step.raw?}) { #{value} }" : get(key, step)
  end

  def fetch_multi(keys, value, step)
    return read_multi(keys, step) unless value
    "c.fetch_multi(#{step.array}, #{step.ttl || 0}, #{step.raw?}) { |#{CachemarkDriver::Loops::KEY}| #{value} }"
  end

  alias_method :read, :get
  alias_method :read_multi, :get_multi
  alias_method :write_multi, :set_multi
  alias_method :increment, :incr
  alias_method :decrement, :decr

  # Inside, `c` is a client with a Hash of this iteration in front of it.
  def local_cache(body)
    "c.local_cache do |c|\n#{body}\nend"
  end

  private

  def client(step) step.quiet? ? "c.quieted" : "c" end

  def counter(key, step)
    return [key, step.by].join(", ") if step.quiet?
    [key, step.by, step.initial.inspect, step.ttl || 0].join(", ")
  end
end
