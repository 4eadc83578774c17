# frozen_string_literal: true

require "rbconfig"
require "socket"
require "tmpdir"

module Cachemark
  module Host
    # Starts every process of a run through keeper_program.rb. That program outlives even `kill -9` of cachemark, until it
    # has ended the processes that it started.
    #
    # A separate thread writes the requests, because Ctrl-C is raised in the main thread, and would otherwise cut a request
    # in two. Another thread reads the replies.
    class Keeper
      # Raised if a command could not be started (absent, not executable, no such folder).
      class NotStarted < Trouble; end

      # Raised if the keeper itself was killed.
      class Lost < Trouble; end

      PROGRAM = ::File.expand_path("keeper_program.rb", __dir__)
      # Bundler's RUBYOPT would load Bundler into the keeper. No process needs a password.
      QUIET = { "RUBYOPT" => nil, "RUBYLIB" => nil, Access::PASSWORD_VARIABLE => nil }.freeze

      # With a block: stops the keeper after it and returns the block's value.
      #
      #: (?env: Hash[String, String], ?ruby: String) ?{ (Keeper) -> Object } -> Keeper
      def self.start(env: ENV.to_h, ruby: RbConfig.ruby)
        keeper = new(env, ruby)
        return keeper unless block_given?

        begin
          yield keeper
        ensure
          keeper.stop
        end
      end

      # Integer: the keeper's own process.
      attr_reader :pid

      def initialize(env, ruby)
        @env = env.except(Access::PASSWORD_VARIABLE)
        @children = {}
        @lock = Mutex.new
        @requests = Queue.new
        @last_id = 0
        @line = launch(ruby)
        @writer = Thread.new { write_requests }
        @reader = Thread.new { read_answers }
      end

      # Starts a process and returns once it has a pid. Streams are IOs; nil is /dev/null. `env` is added to cachemark's own
      # environment, or replaces it with `clean_env`. A process that has something to end elsewhere is ended `gently`: if
      # cachemark dies, TERM comes before KILL. With `session`, it leads a session: Linux divides a core among sessions.
      # Raises NotStarted, Lost.
      #: (Array[String], ?env: Hash[String, String?], ?chdir: String?, ?in: IO?, ?out: IO?, ?err: IO?, ?clean_env: bool, ?gently: bool, ?session: bool) -> Child
      def spawn(argv, env: {}, chdir: nil, in: nil, out: nil, err: nil, clean_env: false, gently: false, session: false)
        streams = [duplicate(binding.local_variable_get(:in), "r"), duplicate(out, "w"), duplicate(err, "w")]
        child = create_child(argv.map(&:to_s))
        ask(streams, :spawn, child.first, child.last.argv, clean_env ? env : @env.merge(env),
            { chdir: chdir, session: session })
        ask([], :spare, nil, child.first) if gently
        child.last.tap(&:pid)
      end

      # Runs a command to its end. `env` is its whole environment unless clean_env: false; its output is appended to the
      # file `log`.
      #
      #: (Array[String], ?env: Hash[String, String?], ?chdir: String?, ?log: String?, ?clean_env: bool) -> Exit
      def run(argv, env: {}, chdir: nil, log: nil, clean_env: true)
        ::File.open(log || ::File::NULL, "a") do |file|
          child = spawn(argv, env: env, chdir: chdir, out: file, err: file, clean_env: clean_env)
          child.wait
        ensure
          child.kill("KILL") if child&.alive?
        end
      end

      # The absolute path of a program on the PATH of children, or nil.
      #: (String) -> String?
      def which(program)
        folders = @env.fetch("PATH", "").split(::File::PATH_SEPARATOR)
        folders.map { |folder| ::File.join(folder, program) }.find { |path| ::File.file?(path) && ::File.executable?(path) }
      end

      # A new private folder for files of this run. It is removed with the keeper, however cachemark ends. Raises Lost,
      # SystemCallError.
      #: (String) -> String
      def folder(name) = Dir.mktmpdir(name).tap { |path| ask([], :remove, nil, path) }

      # For Child#kill: the keeper knows which pids still belong to its children.
      def signal(id, name)
        ask([], :kill, id, name)
      rescue Lost
        nil
      end

      # False as soon as it takes no more requests. Its process may then still be ending.
      def alive? = !@requests.closed? && @ending.alive?

      # Kills every remaining process, with all that it started, and ends the keeper.
      def stop
        @stopping = true
        @requests.close
        @writer.join
        @line.close_write unless @line.closed?
        ::Process.kill("KILL", pid) unless @ending.join(3)
        @reader.join
        @line.close
      rescue SystemCallError, IOError
        nil
      end

      private

      def launch(ruby)
        ours, theirs = UNIXSocket.pair
        @pid = ::Process.spawn(QUIET, ruby, "--disable-gems", PROGRAM, in: theirs, out: ::File::NULL, err: ::File::NULL,
                                                                       close_others: true)
        @ending = ::Process.detach(@pid)
        ours
      ensure
        theirs&.close
      end

      # The caller may close its own stream before the writer uses it.
      def duplicate(stream, mode) = stream ? stream.dup : ::File.open(::File::NULL, mode)

      def create_child(argv)
        @lock.synchronize { [@last_id += 1, @children[@last_id] = Child.new(self, @last_id, argv)] }
      end

      def ask(streams, *message)
        @requests << [streams, Marshal.dump(message)]
      rescue ClosedQueueError
        streams.each(&:close)
        raise Lost.new("the keeper has been stopped", try: "run it again: somebody ended it, or memory ran out")
      end

      def write_requests
        while (streams, frame = @requests.pop)
          begin
            @line.write([frame.bytesize].pack("N"), frame)
            streams.each { |stream| @line.send_io(stream) }
          ensure
            streams.each(&:close)
          end
        end
      rescue SystemCallError, IOError
        @requests.close
      end

      def read_answers
        while (message = receive)
          apply(*message)
        end
        give_up
      end

      # nil if the keeper is gone.
      def receive
        size = @line.read(4)
        frame = size && @line.read(size.unpack1("N"))
        frame && Marshal.load(frame)
      rescue SystemCallError, IOError
        nil
      end

      def apply(verb, id, *details)
        child = @lock.synchronize { verb == :spawned ? @children[id] : @children.delete(id) }
        case verb
        when :spawned then child.update(pid: details.first)
        when :failed then child.update(failure: details.last)
        when :ended then child&.update(exit: Exit.new(code: details[0], signal: details[1]))
        end
      end

      # If the keeper was killed, its children live on, and are ended here. This is not in an ensure: if cachemark ends, its
      # threads end too, and the keeper does this more reliably.
      def give_up
        @requests.close
        orphans = @lock.synchronize { @children.values.tap { @children.clear } }
        orphans.each { |child| child.update(lost: true) }
        orphans.each { |child| kill_orphan(child) } unless @stopping
      end

      def kill_orphan(child)
        ::Process.kill("KILL", -child.pid)
      rescue SystemCallError, Trouble
        nil
      end
    end
  end
end
