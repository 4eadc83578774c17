# encoding: utf-8
require "json"

module CachemarkDriver
  module Actors
    # A forked process with a client of its own, as its parent sees it. It may hang or die: that is a
    # finding, and whoever waits for it has a deadline.
    class Actor
      # Raised where it has no client; the message says how it ended ("hung", "raised Errno::ECONNREFUSED: ...").
      class Unmade < StandardError; end

      # true: this runtime can have one.
      def self.offered?; Process.respond_to?(:fork) && RUBY_PLATFORM !~ /java/ end

      # NotOffered where the client lacks what the message asks for; Unmade where no client came of it.
      def initialize(adapter, message)
        raise NotOffered.new("a process of its own (fork)", "driver") unless Actor.offered?
        theirs, @to = IO.pipe
        @from, ours = IO.pipe
        [theirs, @to, @from, ours].each { |pipe| pipe.binmode }
        @pid = fork do
          [@to, @from].each { |pipe| pipe.close }
          live(theirs, ours, adapter, message)
        end
        [theirs, ours].each { |pipe| pipe.close }
        @buffer = "".dup
        answer = hear(Clock.now + 10_000_000_000)
        refuse(answer || {}) unless answer && answer["entered"]
      end

      # Integer.
      attr_reader :pid

      # [Array of event Hashes, how it ended]: "done"; "hung", when the deadline came, or nothing was heard for
      # silence_s: it is killed then; or what ended its process.
      def act(steps, deadline_s, silence_s)
        say(steps)
        until_ns = Clock.now + (deadline_s * 1e9).to_i
        events = []
        while (message = hear([until_ns, Clock.now + (silence_s * 1e9).to_i].min))
          return [events, message["end"]] if message["end"]
          events << message
        end
        [events, ended? ? status : hung]
      end

      def leave
        [@to, @from].each { |pipe| pipe.close unless pipe.closed? }
        Process.kill("KILL", @pid) unless @status
        status
      rescue Errno::ESRCH
        nil
      end

      private

      def live(input, output, adapter, message)
        code = 0
        STDIN.reopen(File::NULL)
        tell = lambda { |event| output.write(JSON.generate(event) + "\n") && output.flush }
        part = Part.new(adapter, message, tell)
        part.rehearse(message["steps"] || [])
        tell.call("entered" => true)
        while (line = input.gets)
          part.play(JSON.parse(line))
          tell.call("end" => "done")
        end
      rescue NotOffered => lack
        tell.call("lacks" => [lack.what, lack.by])
      rescue *Modes::Servant::FAILURES => error
        tell.call("failed" => "#{error.class}: #{error.message}")
      rescue SystemExit => error
        code = error.status
      ensure
        exit!(code)
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

      def ended?; !@status.nil? end

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
