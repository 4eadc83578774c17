# frozen_string_literal: true

require "socket"

# A proxy between a client and a real memcached. It changes the values of the server before it passes each request on. So
# it needs to know nothing of the client's protocol, and the client gets whole replies.
#
#   FalsifyingStore.open(memcached.port, :short, ["Short", "Long"]) { |address| ... }
class FalsifyingStore
  # {key => [flags, bytes]} as the client gets it.
  KINDS = {
    wrong: ->(held) { held.transform_values { |flags, bytes| [flags, another(bytes)] } },
    short: ->(held) { held.transform_values { |flags, bytes| [flags, bytes[0..-2]] } },
    anothers: ->(held) { held.keys.zip(held.values.rotate).to_h }
  }.freeze

  # Another letter in the longest word, so that a serialised value is still one.
  def self.another(bytes) = bytes.sub(bytes.scan(/\w+/n).max_by(&:size), &:swapcase)
  private_class_method :another

  #: (Integer, Symbol, Array[String]) { (String) -> Object } -> Object
  def self.open(port, kind, keys)
    TCPSocket.open("127.0.0.1", port) do |memcached|
      store = new(memcached, KINDS.fetch(kind), keys)
      FakeMemcached.open(->(io) { store.serve(io, port) }) { |own| yield "127.0.0.1:#{own}" }
    end
  end

  def initialize(memcached, change, keys)
    @memcached = memcached
    @change = change
    @keys = keys
    @true = {}
    @false = {}
    @lock = Mutex.new
  end

  def serve(client, port)
    TCPSocket.open("127.0.0.1", port) do |server|
      loop do
        ready, = IO.select([client, server])
        client.write(server.readpartial(65_536)) if ready.include?(server)
        @lock.synchronize { falsify } && server.write(client.readpartial(65_536)) if ready.include?(client)
      end
    end
  end

  private

  # The keys as they are stored: a client may put a prefix before them.
  def names
    stored = Cachemark::Host::ServerReader.new(Cachemark::Access.tcp("127.0.0.1", @memcached.peeraddr[1])).keys
    stored.select { |name| name.end_with?(*@keys) }
  end

  def falsify
    held = names.to_h { |key| [key, read(key)] }.compact
    held.each { |key, item| @true[key] = item if item != @false[key] }
    @false = @change.call(held.to_h { |key, _| [key, @true[key]] })
    @false.each { |key, item| write(key, *item) if item != held[key] }
  end

  def read(key)
    @memcached.write("get #{key}\r\n")
    flags, size = (@memcached.gets[/\AVALUE \S+ (.*)/, 1] || return).split.map(&:to_i)
    [flags, @memcached.read(size)].tap { 2.times { @memcached.gets } }
  end

  def write(key, flags, bytes)
    @memcached.write("set #{key} #{flags} 0 #{bytes.bytesize}\r\n#{bytes}\r\n")
    @memcached.gets
  end
end
