# frozen_string_literal: true

require "socket"

# A proxy between a client and a real memcached. It stalls for a while before it passes on the answer to every Nth read.
#
#   StallingProxy.open(memcached.port, every: 1_000, for_s: 0.2) { |address| ... }
module StallingProxy
  #: (Integer, every: Integer, for_s: Numeric) { (String) -> Object } -> Object
  def self.open(port, every:, for_s:)
    reads = 0
    pause = ->(text) { text.scan(/^get /).each { sleep(for_s) if ((reads += 1) % every).zero? } }
    FakeMemcached.open(->(client) { pass(client, port, pause) }) { |own| yield "127.0.0.1:#{own}" }
  end

  def self.pass(client, port, pause)
    TCPSocket.open("127.0.0.1", port) do |server|
      loop do
        ready, = IO.select([client, server])
        ready.include?(client) && client.readpartial(65_536).then { |text| pause.call(text) && server.write(text) }
        ready.include?(server) && client.write(server.readpartial(65_536))
      end
    end
  end
  private_class_method :pass
end
