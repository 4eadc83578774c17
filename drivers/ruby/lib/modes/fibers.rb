# encoding: utf-8

module CachemarkDriver
  module Modes
    # The least scheduler that lets fibers of one thread wait at the same time (Ruby 3.1 and later): IO.select says which may
    # continue. They hand over by `transfer`, so that a client may use fibers as well.
    class Scheduler
      # The events that a fiber waits for: IOs to read from and to write to, and until when (ns of the clock, or nil). Without
      # IOs it can be woken.
      Wait = Struct.new(:reads, :writes, :due) do
        def wakeable?; reads.empty? && writes.empty? end

        def late?(now) due && due <= now end

        # [those to read from, those to write to] that are ready, or nil.
        def came(readable, writable)
          return nil unless reads.any? { |io| readable.include?(io) } || writes.any? { |io| writable.include?(io) }
          [reads & readable, writes & writable]
        end
      end

      NOTHING = [].freeze

      def initialize
        @thread = Thread.current
        @loop = Fiber.current
        @waits = {}
        @timeouts = {}
        @woken = Queue.new
        @wake_reader, @wake_writer = IO.pipe
      end

      # Hooks: Ruby calls them in place of what would stop the whole thread.

      def fiber(&block)
        Fiber.new(:blocking => false, &block).tap { |fiber| fiber.transfer }
      end

      # The events that came, or false when none did in time.
      def io_wait(io, events, timeout)
        reads = events & IO::READABLE == 0 ? NOTHING : [io]
        writes = events & IO::WRITABLE == 0 ? NOTHING : [io]
        came = wait(reads, writes, timeout)
        came ? (came[0].empty? ? 0 : IO::READABLE) | (came[1].empty? ? 0 : IO::WRITABLE) : false
      end

      def io_select(reads, writes, errors, timeout)
        came = wait(reads || NOTHING, writes || NOTHING, timeout)
        came && came + [[]]
      end

      def kernel_sleep(seconds = nil)
        wait(NOTHING, NOTHING, seconds)
        true
      end

      # true when it was woken, false when it was not in time.
      def block(_blocker, timeout = nil)
        !wait(NOTHING, NOTHING, timeout).nil?
      end

      # From any thread.
      def unblock(_blocker, fiber)
        @woken << fiber
        @wake_writer.write_nonblock(".", :exception => false) unless Thread.current == @thread
      end

      def timeout_after(seconds, error, message)
        key = Object.new
        @timeouts[key] = [due(seconds), Fiber.current, error, message]
        yield seconds
      ensure
        @timeouts.delete(key)
      end

      # Until no fiber waits any more.
      def close
        turn until @waits.empty?
        [@wake_reader, @wake_writer].each { |pipe| pipe.close unless pipe.closed? }
      end

      private

      # [IOs to read from, IOs to write to] that are ready, or nil when it was too late.
      def wait(reads, writes, timeout)
        fiber = Fiber.current
        @waits[fiber] = Wait.new(reads, writes, timeout && due(timeout))
        @loop.transfer
      ensure
        @waits.delete(fiber)
      end

      def due(seconds)
        Clock.now + (seconds * 1e9).to_i
      end

      # Lets every fiber go on that may.
      def turn
        readable, writable = select
        go_on = []
        @waits.each do |fiber, wait|
          came = wait.came(readable, writable)
          go_on << fiber << came if came
        end
        go_on.each_slice(2) { |fiber, came| fiber.transfer(came) if @waits.key?(fiber) }
        wake until @woken.empty?
        late(Clock.now)
      end

      def wake
        fiber = @woken.pop
        fiber.transfer([NOTHING, NOTHING]) if @waits[fiber] && @waits[fiber].wakeable?
      end

      # Those for which nothing came in time.
      def late(now)
        @timeouts.values.each { |due, fiber, error, message| fiber.raise(error, message) if due <= now && @waits.key?(fiber) }
        return unless @waits.any? { |_, wait| wait.late?(now) }
        all = @waits.select { |_, wait| wait.late?(now) }.sort_by { |_, wait| wait.due }
        all.each { |fiber, wait| fiber.transfer(nil) if @waits[fiber].equal?(wait) }
      end

      def select
        reads, writes = [@wake_reader], []
        @waits.each_value { |wait| reads.concat(wait.reads) && writes.concat(wait.writes) }
        readable, writable = IO.select(reads, writes, nil, patience)
        @wake_reader.read_nonblock(4096, :exception => false) if readable && readable.include?(@wake_reader)
        [readable || NOTHING, writable || NOTHING]
      rescue IOError # somebody has closed what another waits for: that one shall see it
        [reads.select { |io| io.closed? }, writes.select { |io| io.closed? }]
      end

      # Seconds until somebody is late; nil: nobody ever.
      def patience
        return 0 unless @woken.empty?
        first = @timeouts.each_value.map { |timeout| timeout.first }.min
        @waits.each_value { |wait| first = wait.due if wait.due && (first.nil? || wait.due < first) }
        first && [(first - Clock.now) / 1e9, 0].max
      end
    end

    # A fiber for each worker, all in one separate thread, under our Scheduler.
    class Fibers < Threads
      def self.lack
        return "JRuby's fibers have no scheduler" if defined?(JRUBY_VERSION)
        "needs Ruby 3.1 or later" if (RUBY_VERSION.split(".").map { |part| part.to_i } <=> [3, 1]) < 0
      end

      # A fiber that waits for the clock hands over to the others by sleeping.
      class Gate < Modes::Gate
        def pause; sleep(0) end
      end

      private

      def start(queues)
        carrier = Thread.new do
          Fiber.set_scheduler(Scheduler.new)
          queues.each { |queue| Fiber.schedule { queue.serve } }
        end
        [carrier]
      end

      def gate(calls, start)
        Gate.new(@queues.size, calls, start)
      end
    end
  end
end
