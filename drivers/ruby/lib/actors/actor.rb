# encoding: utf-8
require "json"

module CachemarkDriver
  module Actors
    # The work of an actor's own process: it makes the steps that it reads and reports the results, until its parent has gone.
    class ActorLoop
      # In a fresh process, whose first line says how the client is loaded.
      def self.fresh(input, output)
        clients = Clients.new
        new(input, output, clients).run { clients.load(JSON.parse(input.gets)) }
      end

      # clients: with the loaded one, or without it, for `run` with a block.
      def initialize(input, output, clients)
        @input = input
        @output = output
        @clients = clients
      end

      # Until its input ends, and then the process does. A block loads the client. Each line is an `enter` or an `act` request.
      def run
        code = 0
        STDIN.reopen(File::NULL)
        yield if block_given?
        while (line = @input.gets)
          message = JSON.parse(line)
          message["type"] == "enter" ? enter(message) : act(message)
        end
      rescue NotOffered => lack
        notify("lacks" => [lack.what, lack.by])
      rescue *Modes::WorkerQueue::FAILURES => error
        notify("failed" => "#{error.class}: #{error.message}")
      rescue SystemExit => error
        code = error.status
      ensure
        exit!(code)
      end

      private

      # With a client that is new, also where it has had another one.
      def enter(message)
        @part.disconnect if @part
        @part = Acting.new(@clients.adapter(message), message, method(:notify))
        @part.check_steps(message["steps"] || [])
        Body.limit(message["memory_mb"]) if message["memory_mb"]
        notify("entered" => true)
      end

      def act(message)
        @part.read(message)
        @part.run_steps(message["steps"])
        notify("end" => "done")
      end

      def notify(event)
        @output.write(JSON.generate(event) + "\n")
        @output.flush
      end
    end

    # A process with its own client, as its parent sees it. It is forked, or, if this runtime cannot fork, a fresh process of
    # the same driver that loads the client again. It may hang or die: that is a finding, so its parent waits with a deadline.
    class Actor
      # Raised where it has no client; the message says how it ended ("hung", "raised Errno::ECONNREFUSED: ...").
      class Unmade < StandardError; end

      # So long it may take until it has a client: a forked one has it loaded, a fresh one boots first.
      ENTER_S = FORKS ? 10 : 60

      # clients: Clients; message: the request that enters a client of these for the first time.
      def initialize(clients, message)
        theirs, @to = IO.pipe
        @from, ours = IO.pipe
        [theirs, @to, @from, ours].each { |pipe| pipe.binmode }
        @pid = FORKS ? forked(theirs, ours, clients, message) : fresh(theirs, ours)
        [theirs, ours].each { |pipe| pipe.close }
        @buffer = "".dup
        say(clients.request(message)) unless FORKS
      end

      # Integer.
      attr_reader :pid

      # Makes a new client in its process. Its process ends with an error: NotOffered where the client lacks what the message asks
      # for; Unmade where no client came of it.
      def enter(message)
        say(message)
        answer = hear(Clock.now + ENTER_S * 1_000_000_000)
        refuse(answer || {}) unless answer && answer["entered"]
        self
      end

      # [Array of event Hashes, how it ended], of an `act` request. The end is "done", "failed: ERROR" for an error outside of its
      # calls, or what ended its process. It is "hung" if a deadline of the request came; it is killed then.
      def act(message)
        say(message)
        until_ns, silence_ms = from_now(message["deadline_ms"]), message["silence_ms"] || message["deadline_ms"]
        events = []
        while (heard = hear([until_ns, from_now(silence_ms)].min))
          return [events, heard["end"]] if heard["end"]
          return [events, "failed: #{heard["failed"]}"] if heard["failed"]
          events << heard
        end
        [events, ended? ? status : hung]
      end

      # true: its process is known to have ended.
      def ended?; !@status.nil? end

      def leave
        [@to, @from].each { |pipe| pipe.close unless pipe.closed? }
        Process.kill("KILL", @pid) unless @status
        status
      rescue Errno::ESRCH
        nil
      end

      private

      def from_now(milliseconds)
        Clock.now + milliseconds * 1_000_000
      end

      # Slow work that is the same in each process that is forked from this one is done before.
      def forked(input, output, clients, message)
        LineStrike.make_ready if (message["steps"] || []).any? { |step| (step["interrupt"] || {})["by"] == "line" }
        fork do
          [@to, @from].each { |pipe| pipe.close }
          ActorLoop.new(input, output, clients).run
        end
      end

      # Of this runtime, with the libraries that this one was given.
      def fresh(input, output)
        folders = $LOAD_PATH.map { |path| ["-I", path.to_s] }.flatten
        Process.spawn(RbConfig.ruby, *folders, $PROGRAM_NAME, "actor", :in => input, :out => output)
      end

      def refuse(answer)
        ending = answer["failed"] ? "raised #{answer["failed"]}" : (@status || hung)
        leave
        raise NotOffered.new(*answer["lacks"]) if answer["lacks"]
        raise Unmade, ending
      end

      def say(object)
        @to.write(JSON.generate(object) + "\n")
        @to.flush
      rescue Errno::EPIPE
        nil # its end is heard
      end

      # The next message; nil at the deadline, or when the process has ended.
      def hear(until_ns)
        until (at = @buffer.index("\n"))
          left = (until_ns - Clock.now) / 1e9
          return nil if left <= 0 || !IO.select([@from], nil, nil, left)
          @buffer << @from.readpartial(65_536)
        end
        JSON.parse(@buffer.slice!(0..at))
      rescue EOFError
        status
        nil
      end

      def hung
        Process.kill("KILL", @pid)
        status
        "hung"
      end

      # In words, how its process ended.
      def status
        @status ||= begin
          _, status = Process.wait2(@pid)
          status.signaled? ? "killed by signal #{status.termsig}" : "exited with status #{status.exitstatus}"
        end
      end
    end
  end
end
