# frozen_string_literal: true

# A memcached that stores values and gives wrong replies. A function gets the key, flags
# and bytes of a value (nil for a miss) and the whole store, and returns the bytes that
# go over the wire.
module FalsifyingMemcached
  KINDS = {
    wrong_value: ->(key, flags, bytes, _) { value(key, flags, bytes && bytes.sub(/.\z/m, "!")) },
    short_value: ->(key, flags, bytes, _) { bytes ? value(key, flags, bytes).sub(bytes, bytes[0..-3]) : "END\r\n" },
    anothers_value: ->(key, flags, bytes, store) { value(key, flags, bytes && store.find { |name, _| name != key }&.dig(1, 1)) },
    anothers_key: ->(_, flags, bytes, _) { value("Another", flags, bytes) },
    two_values: ->(key, flags, bytes, _) { value(key, flags, bytes) * 2 },
    always_miss: ->(*) { "END\r\n" },
    never_miss: ->(key, flags, bytes, _) { value(key, flags || "0", bytes || "found") },
    server_error: ->(*) { "SERVER_ERROR out of memory\r\n" },
    nonsense: ->(*) { "HTTP/1.1 400 Bad Request\r\n\r\n" }
  }.freeze

  #: (Symbol) { (String) -> Object } -> Object
  def self.open(kind)
    store = {}
    FakeMemcached.open(->(io) { serve(io, store, KINDS.fetch(kind)) }) { |port| yield "127.0.0.1:#{port}" }
  end

  def self.serve(io, store, reply)
    while (line = io.gets)
      verb, key, flags, _, size = line.split
      case verb
      when "set" then io.write((store[key] = [flags, io.read(size.to_i + 2).byteslice(0..-3)]) && "STORED\r\n")
      when "get" then io.write(reply.call(key, *(store[key] || [nil, nil]), store))
      when "delete" then io.write(store.delete(key) ? "DELETED\r\n" : "NOT_FOUND\r\n")
      end
    end
  end

  def self.value(key, flags, bytes) = bytes ? "VALUE #{key} #{flags} #{bytes.bytesize}\r\n#{bytes}\r\nEND\r\n" : "END\r\n"
  private_class_method :serve
end
