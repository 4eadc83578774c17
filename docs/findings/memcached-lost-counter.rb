# frozen_string_literal: true

# memcached (Ruby) 1.8.0: an incr whose connection ends before its reply returns 0, without an error. An incr of a value that
# is not a number does the same. If the connection ends within the reply, incr returns the digits that arrived.
# Usage: ruby memcached-lost-counter.rb HOST:PORT [CALL [VALUE [BYTES]]], with the gem, and a memcached there. CALL is incr
# or decr. The counter is VALUE (10) before. The first BYTES (0) of the reply arrive. Ends with 1 if the call returned a
# number that the counter never was.
require "memcached"
require "socket"

memcached, call, value, part = ARGV
call ||= "incr"
value ||= "10"

# A proxy before memcached, in a separate process, as the client lets no other thread run while it waits. It ends the first
# connection on which the counter is counted, in place of the reply, or of the rest of it.
door = TCPServer.new("127.0.0.1", 0)
proxy = fork do
  cut = false
  loop do
    near, far = door.accept, TCPSocket.new(*memcached.split(":"))
    counting = false
    loop do
      ready, = IO.select([near, far])
      bytes = ready.first.readpartial(4096)
      counting = bytes.start_with?("incr", "decr") && value == "10" if ready.first == near
      if counting && ready.first == far && !cut
        near.write(bytes.byteslice(0, part.to_i))
        break cut = true
      end
      (ready.first == near ? far : near).write(bytes)
    end
  rescue IOError, SystemCallError
    nil
  ensure
    [near, far].compact.each(&:close)
  end
end

begin
  client = Memcached.new("127.0.0.1:#{door.addr[1]}")
  client.set("counter", value, 0, false)
  number = begin
    client.public_send(call, "counter")
  rescue Memcached::Error => error
    error
  end
ensure
  Process.kill("KILL", proxy)
  Process.wait(proxy)
end
held = TCPSocket.open(*memcached.split(":")) { |server| server.write("get counter\r\n") && server.gets && server.gets.strip }
puts "#{call} of #{value} returned #{number.inspect}"
puts "the counter is #{held}"
exit(number.is_a?(Integer) && number.to_s != held ? 1 : 0)
