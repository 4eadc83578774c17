# encoding: utf-8
module CachemarkDriver
  module Modes
    # A fiber for each worker, all in one thread of their own, under our Scheduler.
    class Fibers < Threads
      def self.lack(_shared)
        return "JRuby's fibers have no scheduler" if defined?(JRUBY_VERSION)
        "needs Ruby 3.1 or later" if (RUBY_VERSION.split(".").map { |part| part.to_i } <=> [3, 1]) < 0
      end

      # A fiber that waits for the clock hands over to the others by sleeping.
      class Gate < Modes::Gate
        def pause; sleep(0) end
      end

      private

      def start(servants)
        carrier = Thread.new do
          Fiber.set_scheduler(Scheduler.new)
          servants.each { |servant| Fiber.schedule { servant.serve } }
        end
        [carrier]
      end

      def gate(calls)
        Gate.new(@workers.size, calls)
      end
    end
  end
end
