# frozen_string_literal: true

require "socket"

# A proxy between a client and a real memcached, whose counters stay correct. It
# falsifies values, or keeps requests from the server: all of them, or those of each
# connection from one number to another.
#
#   FalsifyingProxy.open(memcached.port, :short, after: 300, upto: 310) { |address| ... }
module FalsifyingProxy
  VALUE = /\AVALUE (\S+) (\d+) (\d+)(.*?)\r\n(.*)\r\nEND\r\n\z/m

  # (key, flags, bytes, bytes of the value before) -> what goes to the client.
  REPLIES = {
    wrong: ->(key, flags, bytes, _) { reply(key, flags, bytes.tr("\0-\xff".b, "\1-\xff\0".b)) },
    short: ->(key, flags, bytes, _) { reply(key, flags, bytes[0..-2]) },
    anothers: ->(key, flags, _, before) { reply(key, flags, before.to_s) },
    cut: ->(key, flags, bytes, _) { reply(key, flags, bytes).sub(bytes) { bytes[0..-2] } },
    missing: ->(*) { "END\r\n" }
  }.freeze

  # The change of a request: [pattern, answer that the client gets in place of the server's, or a
  # function that changes the request].
  REQUESTS = {
    unsaved: [/\Aset /, "STORED\r\n"],
    undeleted: [/\Adelete /, "DELETED\r\n"],
    unfound: [/\Adelete /, "NOT_FOUND\r\n"],
    elsewhere: [/\Aget /, ->(text) { text.sub("get ", "get not") }]
  }.freeze

  #: (Integer, Symbol, ?after: Integer, ?upto: Numeric) { (String) -> Object } -> Object
  def self.open(port, kind, after: 0, upto: Float::INFINITY)
    due = (after + 1)..upto
    behaviour = ->(io) { pass(io, port, divert(kind, due), falsify(kind, due)) }
    FakeMemcached.open(behaviour) { |own| yield "127.0.0.1:#{own}" }
  end

  def self.falsify(kind, due)
    seen = 0
    before = nil
    lambda do |text|
      match = REPLIES.key?(kind) && text.match(VALUE) or next text
      earlier, before = before, match[5]
      due.cover?(seen += 1) ? REPLIES.fetch(kind).call(match[1], match[2], match[5], earlier) : text
    end
  end

  # Answers [what goes on to the server, what goes back to the client].
  def self.divert(kind, due)
    pattern, change = REQUESTS[kind]
    seen = 0
    lambda do |text|
      next [text, nil] unless pattern&.match?(text) && due.cover?(seen += 1)

      change.is_a?(String) ? [nil, change] : [change.call(text), nil]
    end
  end

  def self.reply(key, flags, bytes) = "VALUE #{key} #{flags} #{bytes.bytesize}\r\n#{bytes}\r\nEND\r\n".b

  def self.pass(client, port, divert, falsify)
    TCPSocket.open("127.0.0.1", port) do |server|
      loop do
        ready, = IO.select([client, server])
        asked = ready.include?(client) ? divert.call(client.readpartial(65_536)) : []
        asked.zip([server, client]) { |text, io| text && io.write(text) }
        client.write(falsify.call(server.readpartial(65_536))) if ready.include?(server)
      end
    end
  end
  private_class_method :pass, :falsify, :divert
end
