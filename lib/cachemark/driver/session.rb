# frozen_string_literal: true

require "json"

module Cachemark
  module Driver
    # A driver process and the communication with it: a request, then its reply, one at a time. An early end is raised as
    # Crash, Hang or Garbage with the driver's last lines. After any of them, the process is gone.
    class Session
      CLOSE_S = 2

      # Starts the driver and waits for its hello. `env` is its whole environment; its stderr is appended to the file `log`.
      # `session` as in Keeper#spawn. Raises Crash, Hang, Garbage, Host::Keeper::NotStarted.
      #: (keeper: Host::Keeper, argv: Array[String], log: String, deadline_s: Numeric, ?env: Hash[String, String], ?session: bool) -> Session
      def self.start(keeper:, argv:, log:, deadline_s:, env: {}, session: false)
        started = launch(Log.new(log)) do |streams|
          keeper.spawn(argv, env: env, clean_env: true, session: session, **streams)
        end
        started.read_hello(deadline_s)
        started
      rescue Exception # Ctrl-C, too, leaves no process and no pipe
        started&.kill
        raise
      end

      # Closes the child's ends of the pipes here, because the end of the child would not be noticed otherwise.
      def self.launch(log)
        input, ours = IO.pipe
        theirs, output = IO.pipe
        child = log.open { |err| yield(in: input, out: output, err: err) }
        new(child, Wire.new(ours, theirs), log)
      rescue Exception
        [ours, theirs].each { |pipe| pipe&.close }
        raise
      ensure
        [input, output].each { |pipe| pipe&.close }
      end
      private_class_method :launch

      # Hash: the driver's hello message.
      attr_reader :hello

      # Use Session.start.
      def initialize(child, wire, log)
        @child = child
        @wire = wire
        @log = log
        @last_id = 0
      end

      #: () -> Integer
      def pid = @child.pid

      def alive? = @child.alive?

      # Host::Exit: how its process ended; nil while it runs.
      def status = @child.status

      # Sends a request and returns the reply. Raises Refused if the driver failed at it, and Crash, Hang or Garbage if the
      # driver is gone.
      #: (String, ?Hash[Symbol | String, Object], deadline_s: Numeric) -> Hash[String, Object]
      def request(type, fields = {}, deadline_s:) = send_request(type, fields, deadline_s: deadline_s).call

      # Sends a request. Returns a function that waits for the reply; another request may follow only then.
      #: (String, ?Hash[Symbol | String, Object], deadline_s: Numeric) -> ^() -> Hash[String, Object]
      def send_request(type, fields = {}, deadline_s:)
        id = @last_id += 1
        guarded(type, deadline_s) do
          @wire.write(::JSON.generate({ id: id, type: type, **fields }), deadline_s: deadline_s)
        end
        -> { reply(type, id, deadline_s) }
      end

      # Lets the driver end itself, and kills it if it does not.
      def close
        @wire.close_input
        @child.wait(CLOSE_S) || kill
      ensure
        @wire.close
      end

      # Ends the driver at once.
      def kill
        @child.kill("KILL")
        @child.wait(CLOSE_S)
      ensure
        @wire.close
      end

      # Reads the hello; Session.start does it.
      def read_hello(deadline_s)
        guarded("hello", deadline_s) do
          line = @wire.read(deadline_s: deadline_s)
          @hello = parse(line)
          garbage(line, "it is no hello") unless hello["type"] == "hello"
        end
        speaks = hello["protocol"]
        return if speaks == PROTOCOL

        kill
        raise Garbage, "the driver speaks protocol #{speaks.inspect}, this cachemark #{PROTOCOL}"
      end

      private

      def reply(type, id, deadline_s)
        reply = guarded(type, deadline_s) do
          line = @wire.read(deadline_s: deadline_s)
          parse(line).tap { |message| garbage(line, "its id is not #{id}") if message["id"] != id }
        end
        reply["type"] == "failed" ? raise(Refused, reply) : reply
      end

      def guarded(type, deadline_s)
        yield
      rescue Wire::Late
        kill
        raise trouble(Hang, "the driver did not answer #{type} within #{deadline_s.round(1)} s#{unfinished_output}")
      rescue Wire::Ended
        raise trouble(Crash, "the driver #{ending} during #{type}#{unfinished_output}")
      rescue Wire::Endless
        garbage(@wire.unfinished, "it is too long")
      end

      def parse(line)
        message = ::JSON.parse(line)
        message.is_a?(Hash) && message["type"].is_a?(String) ? message : garbage(line, "it has no type")
      rescue ::JSON::ParserError, EncodingError
        garbage(line, "it is no JSON")
      end

      def garbage(line, reason)
        kill
        raise trouble(Garbage, "the driver sent a line that the protocol does not allow: #{quote(line)}; #{reason}")
      end

      # The unfinished line in the pipe when the driver stopped sending.
      def unfinished_output
        @wire.unfinished.empty? ? "" : "; its unfinished line is #{quote(@wire.unfinished)}"
      end

      def quote(line)
        shown = line.length > 120 ? "#{line[0, 77]}...#{line[-40..]}" : line.dup
        shown.force_encoding("UTF-8").scrub("?").inspect
      end

      # The driver closed its pipe. It gets a moment to end, so that its exit code is known.
      def ending
        ended = @child.wait(CLOSE_S)
        kill
        ended ? ended.to_s : "closed its output"
      end

      def trouble(kind, what)
        words = @log.tail
        kind.new(words.empty? ? what : "#{what}; its last words: #{words.join(" | ")}", try: "its stderr is in #{@log.path}")
      end
    end
  end
end
