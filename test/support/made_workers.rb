# frozen_string_literal: true

%w[meter watch due modes/sync modes/threads modes/fibers].each do |part|
  require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb")
end

# Jobs for the workers of the Ruby driver, without clients, for the tests of its modes.
module MadeWorkers
  Modes = CachemarkDriver::Modes

  class << self
    # A job that returns the start, a value, and the calls that it took until there were none. It rescues an exception.
    def taking(some = nil)
      gated do |gate, start|
        calls = []
        while (call = gate.take)
          calls << call
          gate.pause
        end
        rescued(KeyError)
        [start, some, calls]
      end
    end

    # A job that returns where it was done.
    def place = gated { [Process.pid, Thread.current.object_id, Fiber.current.object_id] }

    # A job that fails.
    def stumbling = gated { raise KeyError, "stumbled" }

    private

    def gated
      lambda do |gate|
        yield gate, gate.pass
      ensure
        gate.ended
      end
    end

    def rescued(error)
      raise error
    rescue error
      nil
    end
  end
end
