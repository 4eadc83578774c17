# frozen_string_literal: true

require "socket"

# Stands between a client and a real memcached, whose counters stay honest, and
# falsifies values: all, or those after the first so many.
#
#   LyingProxy.open(memcached.port, :short, after: 300) { |address| ... }
module LyingProxy
  VALUE = /\AVALUE (\S+) (\d+) (\d+)(.*?)\r\n(.*)\r\nEND\r\n\z/m

  # (key, flags, bytes, bytes of the value before) -> what goes to the client.
  LIES = {
    wrong: ->(key, flags, bytes, _) { reply(key, flags, bytes.tr("\0-\xff".b, "\1-\xff\0".b)) },
    short: ->(key, flags, bytes, _) { reply(key, flags, bytes[0..-2]) },
    anothers: ->(key, flags, _, before) { reply(key, flags, before.to_s) },
    cut: ->(key, flags, bytes, _) { reply(key, flags, bytes).sub(bytes) { bytes[0..-2] } },
    missing: ->(*) { "END\r\n" }
  }.freeze

  #: (Integer, Symbol, ?after: Integer) { (String) -> Object } -> Object
  def self.open(port, lie, after: 0)
    told = 0
    before = nil
    falsify = lambda do |text|
      match = text.match(VALUE) or next text
      earlier, before = before, match[5]
      (told += 1) > after ? LIES.fetch(lie).call(match[1], match[2], match[5], earlier) : text
    end
    FakeMemcached.open(->(io) { pass(io, port, falsify) }) { |own| yield "127.0.0.1:#{own}" }
  end

  def self.reply(key, flags, bytes) = "VALUE #{key} #{flags} #{bytes.bytesize}\r\n#{bytes}\r\nEND\r\n".b

  def self.pass(client, port, falsify)
    TCPSocket.open("127.0.0.1", port) do |server|
      loop do
        ready, = IO.select([client, server])
        server.write(client.readpartial(65_536)) if ready.include?(client)
        client.write(falsify.call(server.readpartial(65_536))) if ready.include?(server)
      end
    end
  end
  private_class_method :pass
end
