# encoding: utf-8
require File.expand_path("../../lib/client_adapter", __FILE__)
require File.expand_path("../../lib/reference/namespaced.rb", __FILE__)

# The reference: the least Ruby that does the same work correctly on a plain socket,
# for client and store scenarios alike (bare values, correct commands).
class SocketAdapter < ClientAdapter
  adapter "socket"

  def version; RUBY_VERSION end
  def file; File.realpath(File.expand_path("../../lib/reference/client.rb", __FILE__)) end
  def kind; CachemarkDriver::Reference::Client end

  def connect(servers, options)
    settings = [servers, Float(options["timeout"] || 1), tls_context, login("text")]
    namespace = options["namespace"] or return kind.new(*settings)
    CachemarkDriver::Reference::Namespaced.new(namespace, *settings)
  end

  def disconnect(client) client.close end
  def flush(delay) "c.flush(#{delay})" end
  def quiet(body) "c.quiet { #{body} }" end
  def bytes?(_step) true end
  def get(key, step) call(step.bytes? ? "bytes" : "get", key) end
  def get_multi(keys, step) call(step.bytes? ? "bytes_of_many" : "get_multi", step.array) end
  def get_multi_yielding(step, block) "#{call("get_multi", step.array)}.each #{block}" end
  def get_multi_cas(_keys, step) call("get_multi_cas", step.array) end
  def set_multi(pairs, step) call("set_multi", pairs, *stored(step)) end
  def delete_multi(_keys, step) call("delete_multi", step.array) end
  def delete(key, step) written(step, "delete", key) end
  def touch(key, step) call("touch", key, step.ttl || 0) end
  def gat(key, step) call("gat", key, step.ttl || 0) end
  def cas(key, value, step) computed("cas", key, value, step) end
  def write(key, value, step) step.unless_exist? ? add(key, value, step) : set(key, value, step) end

  # Without a value it is a read. The reference stores bare values, which tell nobody when they expire.
  def fetch(key, value, step)
    return nil if step.race_condition_ttl
    value ? computed("fetch", key, value, step) : get(key, step)
  end

  def fetch_locked(key, value, step)
    value ? computed("fetch_locked", key, value, step) : get(key, step)
  end

  def fetch_multi(keys, value, step)
    return read_multi(keys, step) unless value
    computed("fetch_multi", step.array, "|#{CachemarkDriver::Loops::KEY}| #{value}", step)
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

  # The last arguments of a call that stores a value: the ttl, and whether it is raw.
  def stored(step) [step.ttl || 0, step.raw?] end
  def store(method, key, value, step) written(step, method, key, value, *stored(step)) end

  # Source of a call that, in a quiet block, waits for no reply.
  def written(step, method, *arguments)
    call(step.quiet? ? "quieted.#{method}" : method, *arguments)
  end

  def computed(method, key, value, step)
    "#{call(method, key, *stored(step))} { #{value} }"
  end

  def count(method, key, step)
    written(step, method, key, step.by, *(step.quiet? ? [] : [step.initial.inspect, step.ttl || 0]))
  end
end
