# encoding: utf-8
module CachemarkDriver
  # The common part of adapters of ActiveSupport's cache stores: one interface, so one source for
  # all. A store turns errors of its client into misses and false; the proof and the counts of hits
  # see them, a block cannot.
  #
  # A subclass says `load`, `libraries`, `kind` (the store's class) and `connect`; the row
  # is named after the first of its libraries.
  class StoreAdapter < Adapter
    def version; libraries.first[1] end

    def file; libraries.first[2] end

    def disconnect(client)
      clients(client).each { |one| one.respond_to?(:close) ? one.close : one.quit }
    end

    def write(key, value, step)
      guarded(step, call("write", key, value, *given(raw(step) + expiry(step) + condition(step))))
    end

    def read(key, step)
      guarded(step, call("read", key, *given(raw(step))))
    end

    # Without a value (as the published get rows call it) it is a read.
    def fetch(key, value, step)
      block = value ? " { #{value} }" : ""
      guarded(step, "#{call("fetch", key, *given(raw(step) + expiry(step) + race_condition(step)))}#{block}")
    end

    def read_multi(_keys, step)
      guarded(step, call("read_multi", "*#{step.array}", *given(raw(step))))
    end

    def write_multi(pairs, step)
      call("write_multi", pairs, *given(raw(step) + expiry(step))) if has?(kind, :write_multi)
    end

    # Without values it is a read, as of one key.
    def fetch_multi(keys, value, step)
      return read_multi(keys, step) unless value
      call = call("fetch_multi", "*#{step.array}", *given(raw(step) + expiry(step)))
      "#{call} { |#{Loops::KEY}| #{value} }" if has?(kind, :fetch_multi)
    end

    # Every release with delete_multi changes the Array that it is given, so each call gets a copy.
    def delete_multi(_keys, step)
      call("delete_multi", "#{step.array}.dup") if has?(kind, :delete_multi)
    end

    def delete(key, step)
      guarded(step, call("delete", key))
    end

    def increment(key, step)
      counted("increment", key, step)
    end

    def decrement(key, step)
      counted("decrement", key, step)
    end

    # Source: one local cache for the whole iteration.
    def local_cache(body)
      "c.with_local_cache do\n#{body}\nend"
    end

    private

    # ["..."] or []: the source of the options argument.
    def given(options)
      options.empty? ? [] : [options.join(", ")]
    end

    def raw(step)
      step.raw? ? [":raw => true"] : []
    end

    def race_condition(step)
      step.race_condition_ttl ? [":race_condition_ttl => #{step.race_condition_ttl}"] : []
    end

    def expiry(step)
      step.ttl.to_i > 0 ? [":expires_in => #{step.ttl}"] : []
    end

    # The published code wrote :unless_exists, which no store knows.
    def condition(step)
      return [] unless step.unless_exist?
      [published? && step.published["unless_exist"] == "ignored" ? ":unless_exists => true" : ":unless_exist => true"]
    end

    def counted(method, key, step)
      return nil if step.initial && !initial? && !published?
      initial = step.initial ? [":initial => #{step.initial}"] : []
      guarded(step, call(method, key, step.by, *given(initial + expiry(step))))
    end

    # true: the store itself can create a counter with a first value.
    def initial?; false end

    # The clients inside a store, wherever this version keeps them.
    def clients(store)
      found = [:@data, :@connection].map { |name| store.instance_variable_get(name) }.compact.first
      found.respond_to?(:shutdown) ? [] : [found]
    end

    # ActiveSupport's cache, which every version of it lets one require alone.
    def require_active_support
      require "active_support"
      require "active_support/cache"
    end

    def active_support
      library("activesupport", "active_support.rb", ActiveSupport::VERSION::STRING)
    end

    # The adapter of the client below: what it says of itself holds here too.
    def dalli
      @dalli ||= Adapter.named("dalli").new
    end

    # The options of every store; what is not given stays the shipped default.
    def universal(options)
      settings = switches(options, "compress" => :compress)
      settings[:namespace] = options["namespace"] if options["namespace"]
      settings
    end
  end
end

StoreAdapter = CachemarkDriver::StoreAdapter
