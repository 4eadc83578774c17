# frozen_string_literal: true

require "socket"

# The small process that is the parent of every process of a run. Its standard input is its control socket, which
# leads to cachemark. If the socket closes, however cachemark died, it kills every child with all that it started, and ends.
#
# It loads no gem and nothing of lib/, so that it starts in about 20 ms. Frames are a length and a Marshal dump, because an
# environment may contain bytes that JSON refuses. That is safe: both ends are the same Ruby, and the socket is private. A
# frame is read to its exact size, because a buffered read would swallow the byte that carries the next file descriptor.
class KeeperProgram
  # Enough for the connections of many workers to many scenarios; shells allow 1,024.
  OPEN_FILES = 16_384
  # How long a process has that is ended gently.
  GENTLY_S = 3

  def initialize(control_socket)
    @control_socket = control_socket
    @ids = {}
    @folders = []
    @spared = []
    @end_reader, @end_writer = IO.pipe
  end

  # Serves until the control socket closes.
  def serve
    lead_a_session
    allow_open_files
    loop do
      ready, = IO.select([@end_reader, @control_socket])
      reap if ready.include?(@end_reader)
      execute(*receive) if ready.include?(@control_socket)
    end
  rescue EOFError, SystemCallError
    nil
  ensure
    end_everything
    @folders.each { |folder| remove(folder) }
  end

  private

  # A separate session keeps Ctrl-C and a closing terminal away from the run's processes. A child that asks /dev/tty for a
  # password fails in it, and does not stop. Handlers are empty, because every child would inherit IGNORE.
  def lead_a_session
    Process.setsid
    %w[INT TERM HUP QUIT].each { |signal| trap(signal) { nil } }
    trap("CHLD") { @end_writer.write_nonblock(".", exception: false) }
  end

  def allow_open_files
    soft, hard = Process.getrlimit(:NOFILE)
    Process.setrlimit(:NOFILE, [OPEN_FILES, hard].min, hard) if soft < OPEN_FILES
  rescue SystemCallError
    nil
  end

  def execute(verb, id, *details)
    case verb
    when :spawn then start(id, *details, Array.new(3) { @control_socket.recv_io })
    when :kill then kill_group(details.first, @ids.key(id))
    when :remove then @folders << details.first
    when :spare then @spared << details.first
    end
  end

  # A program that leads a session also leads a group. It must not lead one before.
  def start(id, argv, env, chdir, session, streams)
    argv = ["setsid", *argv] if session
    pid = Process.spawn(env, [argv.first, argv.first], *argv.drop(1), pgroup: (true unless session), **settings(chdir, streams))
    @ids[pid] = id
    send_report(:spawned, id, pid)
  rescue StandardError => error
    send_report(:failed, id, error.class.name, error.message)
  ensure
    streams.each(&:close)
  end

  def settings(chdir, streams)
    { in: streams[0], out: streams[1], err: streams[2], close_others: true, unsetenv_others: true,
      **(chdir ? { chdir: chdir } : {}) }
  end

  # The group of a dead child is killed too, so that a crashed driver leaves no workers behind.
  def reap
    @end_reader.read_nonblock(4096, exception: false)
    while (pid, status = Process.wait2(-1, Process::WNOHANG))
      kill_group("KILL", pid)
      send_report(:ended, @ids.delete(pid), status.exitstatus, status.termsig && Signal.signame(status.termsig))
    end
  rescue Errno::ECHILD
    nil
  end

  # A process that begins to lead a session has no group for a moment.
  def kill_group(name, pid)
    signal(name, pid) if pid && signal(name, -pid).nil?
  end

  def end_everything
    end_gently
    deadline = now + 1.5
    freeze_strays(deadline)
    begin
      @ids.each_key { |pid| kill_group("KILL", pid) }
      strays.each { |pid| signal("KILL", pid) }
      sleep 0.003
      reap
    end until (@ids.empty? && strays.empty?) || now > deadline
  end

  def end_gently
    spared = @ids.select { |_, id| @spared.include?(id) }.keys
    spared.each { |pid| kill_group("TERM", pid) }
    deadline = now + GENTLY_S
    until (spared & @ids.keys).empty? || now > deadline
      sleep 0.01
      reap
    end
  end

  # Freezes strays before they are killed. Killing a parent first would orphan a child that leads another session, and its
  # family would be unknown. Stopped processes start no others.
  def freeze_strays(deadline)
    frozen = []
    until (left = strays - frozen).empty? || now > deadline
      left.each { |pid| signal("STOP", pid) }
      frozen.concat(left)
    end
    frozen.each { |pid| signal("KILL", pid) }
  end

  # A folder of files.
  def remove(folder)
    Dir.children(folder).each { |name| File.delete(File.join(folder, name)) }
    Dir.rmdir(folder)
  rescue SystemCallError
    nil
  end

  def signal(name, pid)
    Process.kill(name, pid)
  rescue SystemCallError
    nil
  end

  # Processes that left their group but not this session, or this session but not this family.
  def strays
    processes = Dir.glob("/proc/[0-9]*/stat").filter_map { |path| process(path) }
    family = { Process.pid => true }
    nil while processes.count { |pid, parent, _| !family[pid] && family[parent] && (family[pid] = true) }.positive?
    processes.filter_map { |pid, _, session| pid if (family[pid] || session == Process.pid) && pid != Process.pid }
  end

  def process(path)
    state, parent, _group, session = File.read(path).rpartition(")").last.split
    [path[/\d+/].to_i, parent.to_i, session.to_i] unless state == "Z"
  rescue SystemCallError
    nil
  end

  def receive
    Marshal.load(exactly(exactly(4).unpack1("N")))
  end

  def exactly(bytes)
    read = +"".b
    read << @control_socket.sysread(bytes - read.bytesize) while read.bytesize < bytes
    read
  end

  def send_report(*message)
    frame = Marshal.dump(message)
    @control_socket.write([frame.bytesize].pack("N") + frame)
  rescue SystemCallError
    nil
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end

KeeperProgram.new(UNIXSocket.for_fd(0)).serve if $PROGRAM_NAME == __FILE__
