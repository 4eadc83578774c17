# encoding: utf-8
module CachemarkDriver
  module Modes
    # The Gate of a worker in a process of its own: its parent lets all go, and hands out the calls.
    class DistantGate
      READY = "ready"
      # In place of a call: there is none left.
      NONE = 0xffffffff

      # calls: an IO with a uint32 for each call, which all workers read.
      def initialize(input, output, calls)
        @input = input
        @output = output
        @calls = calls
      end

      def pass
        @before = Meter.start
        Marshal.dump(READY, @output)
        @output.flush
        Marshal.load(@input)
      end

      # A read of four bytes gets those of one call, whoever else reads.
      def take
        call = @calls.sysread(4).unpack("L<").first
        call unless call == NONE
      end

      def pause; Thread.pass end

      def ended
        @after = Meter.stop
      end

      def meter
        Meter.difference(@before, @after)
      end
    end
  end
end
