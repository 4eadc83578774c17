# frozen_string_literal: true

require "socket"

# A proxy before a server that keeps what clients say, for tests that look at the wire.
class RecordingProxy
  attr_reader :address

  #: (String) -> void
  def initialize(server)
    @host, @port = server.split(":")
    @listener = TCPServer.new("127.0.0.1", 0)
    @address = "127.0.0.1:#{@listener.addr[1]}"
    @said = Queue.new
    @threads = [Thread.new { loop { pass_on(@listener.accept) } }]
  end

  # The command lines since the last call (no data lines).
  def commands
    text = +"".b
    text << @said.pop until @said.empty?
    text.split("\r\n").grep(/\A(set|add|get|gets|incr|decr|delete) /)
  end

  def stop
    @threads.each(&:kill)
    @listener.close
  end

  private

  def pass_on(client)
    server = TCPSocket.new(@host, @port)
    @threads << Thread.new { pass(client, server) { |bytes| @said << bytes } }
    @threads << Thread.new { pass(server, client) { nil } }
  end

  def pass(from, to)
    while (bytes = from.readpartial(65_536))
      yield bytes
      to.write(bytes)
    end
  rescue IOError, SystemCallError
    to.close
  end
end
