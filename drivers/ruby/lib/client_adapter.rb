# encoding: utf-8
module CachemarkDriver
  # The common part of adapters of clients: the method names that nearly all of them have. An adapter overrides its differences.
  # It says `kind`, the client's class, and `store`, the source of a call that writes.
  class ClientAdapter < Adapter
    def set(key, value, step) guarded(step, store("set", key, value, step)) end
    def add(key, value, step) guarded(step, store("add", key, value, step)) end
    def delete(key, step) guarded(step, call("delete", key)) end
    def append(key, value, step) offered("append", key, value) end
    def prepend(key, value, step) offered("prepend", key, value) end
    def touch(key, step) offered("touch", key, step.ttl) end
    def incr(key, step) count("incr", key, step) end
    def decr(key, step) count("decr", key, step) end

    private

    # Source of a call, or nil where this version of the client has no such method.
    def offered(method, *arguments)
      call(method, *arguments) if has?(kind, method)
    end

    # Source of a call that counts, or nil: most know of no initial value.
    def count(method, key, step)
      guarded(step, call(method, key, step.by)) unless step.initial
    end
  end
end

ClientAdapter = CachemarkDriver::ClientAdapter
