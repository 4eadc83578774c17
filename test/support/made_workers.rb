# frozen_string_literal: true

%w[meter watch modes/sync modes/threads modes/fibers modes/processes].each do |part|
  require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb")
end

# Workers of the Ruby driver without clients, for the tests of its modes.
class MadeWorkers
  Modes = CachemarkDriver::Modes

  # Answers with its number, and fails on request.
  class Worker
    def initialize(number)
      @number = number
    end

    def number = @number

    def place = [Process.pid, Thread.current.object_id, Fiber.current.object_id]

    def plus(some) = @number + some

    def fail_if(number, error) = @number == number ? raise(error) : @number

    def unsayable = raise(IOError.new("it broke").tap { |error| error.instance_variable_set(:@io, $stdin) })

    def die = exit!(1)

    # A run that takes calls until there are none.
    def run(gate, some)
      start = gate.pass
      calls = []
      while (call = gate.take)
        calls << call
        gate.pause
      end
      rescued(KeyError)
      [start, some, calls]
    ensure
      gate.ended
    end

    # A run in which the first worker fails.
    def stumble(gate)
      gate.pass
      @number.zero? ? raise(KeyError, "stumbled") : gate.take
    ensure
      gate.ended
    end

    private

    def rescued(error)
      raise error
    rescue error
      nil
    end
  end

  attr_reader :size, :closed

  def initialize(size)
    @size = size
  end

  def make(at) = Worker.new(at)

  def close = @closed = true
end
