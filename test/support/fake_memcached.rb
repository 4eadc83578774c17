# frozen_string_literal: true

require "socket"

# A misbehaving counterpart: hands every connection to a block, on a separate port.
#
#   FakeMemcached.open(->(io) { io.gets; io.write("nonsense\r\n") }) { |port| ... }
module FakeMemcached
  #: (^(IO) -> void) { (Integer) -> Object } -> Object
  def self.open(behaviour)
    server = TCPServer.new("127.0.0.1", 0)
    threads = ThreadGroup.new
    acceptor = Thread.new { loop { threads.add(Thread.new(server.accept) { |connection| serve(connection, behaviour) }) } }
    yield server.addr[1]
  ensure
    acceptor&.kill&.join
    threads&.list&.each { |thread| thread.kill.join }
    server&.close
  end

  def self.serve(connection, behaviour)
    behaviour.call(connection)
  rescue SystemCallError, IOError
    nil
  ensure
    connection.close
  end
  private_class_method :serve
end
