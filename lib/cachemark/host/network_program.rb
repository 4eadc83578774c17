# frozen_string_literal: true

require "socket"

# The small process that is the network between clients and the servers of a ring. Bytes take half of the round-trip time in
# each direction, and all connections share the bandwidth of a direction. It loads no gem and nothing of lib/, so that it
# starts in about 20 ms, and it ends when its standard input ends.
#
# Its arguments are the round-trip time in ns, the bandwidth in bits a second (0: unlimited), and the addresses of the servers.
# It prints the addresses for clients, and then takes these lines:
#
# - "count": it polls without sleeping from now on, and counts its own errors. It prints an empty list.
# - "rest": it sleeps between events again.
# - "hurry": it passes bytes on at once, until "delay". After each of these it prints an empty list.
# - "report": it prints its errors, as pairs of µs and how often for each direction.
#
# Half of the round-trip time begins when bytes arrive at its socket. The kernel says when that was: SO_TIMESTAMPNS in
# socket(7). The error of a piece is how long after its due time it was written.
class NetworkProgram
  # The connections that were used last are polled each time, and so many of the others in turn.
  RECENT = 16
  OTHERS = 8
  # If bytes are due within this time, nothing else happens before.
  NEAR_NS = 20_000
  # Bytes of memory that are read before garbage is collected: between two blocks, and at any time.
  GARBAGE = 4 << 20
  MOST_GARBAGE = 64 << 20
  # Objects, most of them of polls.
  MOST_OBJECTS = 100_000

  def self.now_ns = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)

  # The time of a kernel's stamp, an AncillaryData; nil without one.
  def self.monotonic_ns(stamp)
    now_ns - Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond) + (stamp.timestamp.to_r * 1_000_000_000).to_i if stamp
  end

  # A direction of the network, which all connections share.
  class Direction
    # {µs => how many pieces were so late}
    attr_reader :errors

    # Whether bytes arrive at once.
    attr_accessor :hurried

    def initialize(rtt_ns, bits_per_s)
      @half_ns = rtt_ns / 2
      @bits_per_s = bits_per_s
      @free_ns = 0
      @errors = Hash.new(0)
    end

    # When bytes that are sent now arrive.
    def arrival_ns(now_ns, bytes)
      return now_ns if hurried
      return now_ns + @half_ns unless @bits_per_s.positive?

      @free_ns = [@free_ns, now_ns].max + (bytes * 8_000_000_000 / @bits_per_s)
      @free_ns + @half_ns
    end

    # Rounds up to µs, above 100 µs to two digits.
    def note(error_ns)
      us = error_ns.fdiv(1000).ceil
      @errors[us.ceil([2 - us.digits.size, 0].min)] += 1
    end
  end

  # One direction of a connection, with the pieces that are under way. The last one is an end, :close_write or :reset.
  class Pipe
    # The most bytes that are read at once, and that are under way. Beyond that, the sender waits, as for the window of TCP.
    PIECE_BYTES = 65_536
    MOST_BYTES = 1 << 20
    # Of each piece, until garbage is collected.
    OVERHEAD_BYTES = 4096

    # The socket that it reads, and the one that it writes.
    attr_reader :from, :to

    # Whether `to` accepts no more bytes now.
    attr_accessor :blocked

    # No piece arrives before `first_ns`.
    def initialize(from, to, direction, first_ns)
      @from, @to, @direction = from, to, direction
      @last_ns = first_ns
      @queue = []
      @bytes = 0
    end

    # Whether more can be read.
    def open? = !@finished && @bytes < MOST_BYTES

    # Whether pieces are under way.
    def busy? = !@queue.empty?

    # Whether its end was written.
    def over? = @finished && @queue.empty?

    # When its next piece is due; nil if nothing can be written.
    def due_ns = (@queue.first.first unless @blocked || @queue.empty?)

    # Reads a piece that was noticed at a time. Returns the memory for it.
    def read(noticed_ns, counting)
      bytes, _sender, _flags, stamp = @from.recvmsg_nonblock(PIECE_BYTES, exception: false)
      return 0 if bytes == :wait_readable
      return finish(noticed_ns, :close_write) if bytes.empty?

      @bytes += bytes.bytesize
      sent_ns = [noticed_ns, NetworkProgram.monotonic_ns(stamp)].compact.min
      push(@direction.arrival_ns(sent_ns, bytes.bytesize), bytes, counting && !@blocked)
      OVERHEAD_BYTES + bytes.bytesize
    rescue SystemCallError
      finish(noticed_ns, :reset)
    end

    # Adds the end.
    def finish(now_ns, how)
      @finished = true
      push(@direction.arrival_ns(now_ns, 0), how)
      0
    end

    # Drops all pieces, because the receiver is gone.
    def drop
      @finished = true
      @queue.clear
    end

    # Writes the pieces that are due. Raises SystemCallError if the receiver is gone.
    def deliver(now_ns)
      while (due = due_ns) && due <= now_ns
        _due, piece, counted = @queue.first
        written = piece.is_a?(Symbol) ? conclude(piece) : @to.write_nonblock(piece, exception: false)
        @direction.note(NetworkProgram.now_ns - due) if counted
        settle(piece, written)
      end
    end

    private

    # No piece overtakes another.
    def push(due_ns, piece, counted = false)
      @last_ns = [@last_ns, due_ns].max
      @queue << [@last_ns, piece, counted]
    end

    # The rest of a piece, and what is behind it, waits until the receiver accepts more, which is no error of the network.
    def settle(piece, written)
      @bytes -= written if written.is_a?(Integer)
      return @queue.shift if written.nil? || written == piece.bytesize

      @blocked = true
      @queue.first[1] = piece.byteslice(written..) if written.is_a?(Integer)
      @queue.each { |waiting| waiting[2] = false }
    end

    # Closing without lingering sends a reset.
    def conclude(how)
      @to.setsockopt(Socket::Option.linger(true, 0)) if how == :reset
      how == :reset ? @to.close : @to.close_write
      nil
    end
  end

  # A client's connection, and its connection to the server.
  class Connection
    attr_reader :pipes

    # A client that connects sends its first bytes a round trip later: the network has to carry its handshake before.
    def initialize(client, server, directions, now_ns, rtt_ns)
      [client, server].each do |socket|
        socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, true)
        socket.setsockopt(Socket::SOL_SOCKET, Socket::SO_TIMESTAMPNS, true)
      end
      @pipes = [Pipe.new(client, server, directions.first, now_ns + rtt_ns + (rtt_ns / 2)),
                Pipe.new(server, client, directions.last, now_ns)]
      changed?
    end

    # Whether other sockets of it can be read than at the last call.
    def changed?
      before, @open = @open, @pipes.map(&:open?)
      before != @open
    end

    # When its next piece is due; nil if none can be written.
    def due_ns = @pipes.filter_map(&:due_ns).min

    # Whether pieces are under way.
    def busy? = @pipes.any?(&:busy?)

    # Writes what is due. Returns false if the connection has ended.
    def deliver(now_ns)
      @pipes.each { |pipe| deliver_pipe(pipe, now_ns) }
      return true unless @pipes.all?(&:over?) || @pipes.any? { |pipe| pipe.to.closed? }

      @pipes.each { |pipe| pipe.from.close }
      false
    end

    private

    # If one end is gone, the other hears that as well.
    def deliver_pipe(pipe, now_ns)
      pipe.deliver(now_ns) unless pipe.to.closed?
    rescue SystemCallError
      pipe.drop
      (@pipes - [pipe]).first.finish(now_ns, :reset)
    end
  end

  # The sockets of one poll: those that were used last, and some others.
  class Look
    attr_reader :connections, :sockets

    def initialize(streams, connections)
      @connections = connections
      @sockets = streams + connections.flat_map(&:pipes).select(&:open?).map(&:from)
    end
  end

  # `servers` are Addrinfos.
  def initialize(rtt_ns, bits_per_s, servers, control: $stdin, out: $stdout)
    @rtt_ns = rtt_ns
    @directions = Array.new(2) { Direction.new(rtt_ns, bits_per_s) }
    @servers = servers.to_h { |server| [TCPServer.new(server.ipv6? ? "::1" : "127.0.0.1", 0), server] }
    @control = control
    @out = out
    @connections = []
    @recent = []
    @busy = []
    @blocked = []
    @turn = @garbage = @objects = 0
  end

  # Serves until the control stream ends.
  def serve
    GC.disable
    go_first
    answer(@servers.each_key.map { |listener| listener.local_address.inspect_sockaddr })
    loop do
      deliver if @due_ns && now_ns >= @due_ns
      poll unless @counting && @due_ns && @due_ns - now_ns < NEAR_NS
    end
  rescue EOFError
    nil
  end

  private

  def now_ns = NetworkProgram.now_ns

  # Cachemark shares its core. The kernel shares out time among sessions, so in the session of the clients, a process that
  # polls would take theirs. Only root may go first.
  def go_first
    Process.setpgid(0, Process.getpgid(Process.ppid)) # the leader of a group cannot lead a session
    Process.setsid
    Process.setpriority(Process::PRIO_PROCESS, 0, -20)
    File.write("/proc/self/autogroup", -20)
  rescue SystemCallError
    nil
  end

  def answer(list)
    @out.puts(list.inspect)
    @out.flush
  end

  # Writes what is due.
  def deliver
    now = now_ns
    ended = @busy.reject { |connection| connection.deliver(now) }
    [@connections, @recent, @busy].each { |list| list.reject! { |one| ended.include?(one) } }
    @looks = nil if ended.any?
    plan
  end

  # Notes which connections have pieces under way, and when the next one is due.
  def plan
    @looks = nil if @busy.map(&:changed?).any?
    @busy = @busy.select(&:busy?)
    @due_ns = @busy.filter_map(&:due_ns).min
    @blocked = @busy.flat_map(&:pipes).select(&:blocked)
  end

  # Looks for bytes, clients and requests, and waits for them unless errors are counted.
  def poll
    look = looks[(@turn += 1) % looks.size]
    readable, writable = IO.select(look.sockets, @blocked.map(&:to), nil, wait_s)
    return collect_much_garbage unless readable

    react(look, readable, writable, now_ns)
    plan
  end

  def wait_s
    return 0 if @counting

    @due_ns && [(@due_ns - now_ns) / 1e9, 0].max
  end

  def looks
    @looks ||= begin
      others = @connections - @recent
      slices = @counting && others.any? ? others.each_slice(OTHERS) : [others]
      slices.map { |slice| Look.new([@control, *@servers.each_key], @recent + slice) }
    end
  end

  def react(look, readable, writable, noticed_ns)
    @blocked.each { |pipe| pipe.blocked = false if writable.include?(pipe.to) }
    look.connections.each { |connection| read(connection, readable, noticed_ns) }
    @servers.each { |listener, server| accept(listener, server, noticed_ns) if readable.include?(listener) }
    execute(@control.gets) if readable.include?(@control)
  end

  def read(connection, readable, noticed_ns)
    pipes = connection.pipes.select { |pipe| pipe.open? && readable.include?(pipe.from) }
    return if pipes.empty?

    pipes.each { |pipe| @garbage += pipe.read(noticed_ns, @counting) }
    @busy |= [connection]
    use(connection)
  end

  def use(connection)
    @looks = nil unless @recent.delete(connection)
    @recent = [connection, *@recent].first(RECENT)
  end

  def accept(listener, server, noticed_ns)
    client = listener.accept_nonblock(exception: false)
    return if client == :wait_readable

    socket = Socket.new(server.afamily, :STREAM)
    socket.connect_nonblock(server, exception: false)
    rtt_ns = @directions.first.hurried ? 0 : @rtt_ns
    @connections << (connection = Connection.new(client, socket, @directions, noticed_ns, rtt_ns))
    use(connection)
  rescue SystemCallError
    client.setsockopt(Socket::Option.linger(true, 0)) if client.is_a?(BasicSocket)
    [client, socket].grep(BasicSocket).each(&:close)
  end

  def execute(line)
    case line&.chomp
    when nil then raise EOFError
    when "count" then answer(count(true))
    when "rest" then count(false)
    when "hurry", "delay" then hurry(line.start_with?("hurry"))
    when "report" then answer(@directions.map { |direction| direction.errors.sort })
    end
  end

  def hurry(hurried)
    collect_garbage if @garbage > GARBAGE || GC.stat(:total_allocated_objects) - @objects > MOST_OBJECTS
    @directions.each { |direction| direction.hurried = hurried }
    answer([])
  end

  def count(counting)
    @counting = counting
    @looks = nil
    []
  end

  # Waits for a moment without a piece, because this takes longer than a piece may be late.
  def collect_much_garbage
    collect_garbage if @garbage > MOST_GARBAGE && !@due_ns
  end

  def collect_garbage
    GC.start
    @garbage = 0
    @objects = GC.stat(:total_allocated_objects)
  end
end

if $PROGRAM_NAME == __FILE__
  servers = ARGV.drop(2).map do |address|
    host, _colon, port = address.rpartition(":")
    Socket.tcp(host.delete("[]"), port.to_i, connect_timeout: 5, &:remote_address)
  end
  NetworkProgram.new(*ARGV.first(2).map(&:to_i), servers).serve
end
