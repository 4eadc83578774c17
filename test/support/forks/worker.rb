# frozen_string_literal: true

require "socket"

class Forks
  # One process that runs tests: it reads their indexes, a line for each hand, and answers with
  # [Minitest::Result, own warnings] of each. Without its parent it ends.
  class Worker
    # How long it may take to end what its tests have started.
    ENDING_S = 10

    # The result of a test whose process has ended.
    class Lost < StandardError; end

    # The parent's end of its socket; indexes of the tests that it has to run; that which it is at, or was last.
    attr_reader :io, :hand, :at

    # `others` are the parent's ends of older workers' sockets, which would outlive the parent here.
    #: (Array[[Class, String, untyped]], Array[UNIXSocket]) -> void
    def initialize(jobs, others)
      @jobs = jobs
      @hand = []
      @io, theirs = UNIXSocket.pair
      pid = fork do
        [@io, *others].each(&:close)
        serve(theirs)
      end
      theirs.close
      @waiter = Process.detach(pid)
    end

    def busy? = @hand.any?

    #: (Array[Integer]) -> void
    def take(hand)
      @hand = hand
      @at = hand.first
      @io.puts(hand.join(" "))
    rescue Errno::EPIPE
      nil # it has ended, as its answer shows
    end

    # Raises EOFError or SystemCallError where it has ended.
    #: () -> [Minitest::Result, Array[String]]
    def answer
      Marshal.load(@io).tap do
        @hand = @hand.drop(1)
        @at = @hand.first || @at
      end
    end

    # The result of its current test.
    #: (String) -> Minitest::Result
    def lost(reason)
      klass, name = @jobs[@at]
      place = klass.instance_method(name).source_location
      error = Lost.new(reason).tap { |lost| lost.set_backtrace([place.join(":")]) }
      Minitest::Result.new(name).tap do |result|
        result.klass = klass.name
        result.time = 0.0
        result.source_location = place
        result.failures << Minitest::UnexpectedError.new(error)
      end
    end

    # Lets it end by itself.
    #: () -> Process::Status
    def dismiss
      @io.close
      @waiter.join(ENDING_S) || stop
      @waiter.value
    end

    # Ends it and, by what its tests ensure, what they have started.
    def stop
      %w[TERM KILL].each do |signal|
        Process.kill(signal, @waiter.pid) if @waiter.alive?
        return if @waiter.join(ENDING_S)
      end
    rescue Errno::ESRCH
      nil
    end

    private

    def serve(parent)
      OwnWarnings::SEEN.clear
      while (line = parent.gets)
        srand(Minitest.seed)
        line.split.each do |at|
          result = Minitest.run_one_method(*@jobs[at.to_i].first(2))
          Marshal.dump([result, OwnWarnings::SEEN.slice!(0..)], parent)
        end
      end
    rescue Interrupt, Errno::EPIPE
      exit(false)
    end
  end
end
