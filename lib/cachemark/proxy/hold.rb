# frozen_string_literal: true

module Cachemark
  module Proxy
    # The conduct of proxies that can hold replies back, to see how many requests wait for theirs at the
    # same time. Everything passes but while it is asked to look, and then from the moment on at which all
    # has been seen.
    class Hold
      # So long nothing new was asked: whoever waits has asked all that it can.
      SILENCE_S = 0.1
      # No reply is held for longer, because clients have deadlines, of which the shortest default is 0.25 s.
      MOST_S = 0.2
      private_constant :SILENCE_S, :MOST_S

      #: (?silence_s: Numeric, ?most_s: Numeric) -> void
      def initialize(silence_s: SILENCE_S, most_s: MOST_S)
        @silence_s = silence_s
        @most_s = most_s
        @lock = Mutex.new
        @moved = ConditionVariable.new
        @wanted = nil
      end

      # Runs the block, in which whoever is watched asks. `waiting` answers how many have asked so far; replies
      # are held until that is `wanted`, or nothing new comes. Answers the most that waited.
      #: (Integer, #call) { () -> void } -> Integer
      def watch(wanted, waiting)
        @lock.synchronize { @wanted, @waiting, @seen, @first_s, @last_s = wanted, waiting, 0, nil, nil }
        yield
        @seen
      ensure
        @lock.synchronize { let_go }
      end

      # For proxies.
      #: (Chunk) -> String
      def call(chunk)
        @lock.synchronize { chunk.side == "client" ? asked : wait } if @wanted
        chunk.bytes
      end

      private

      def asked
        return unless @wanted

        @last_s = now
        @first_s ||= @last_s
        @seen = [@seen, @waiting.call].max
        @seen < @wanted ? @moved.broadcast : let_go
      end

      # What comes before the first question answers none of them.
      def wait
        while @wanted && @last_s
          left_s = [@last_s + @silence_s, @first_s + @most_s].min - now
          left_s.positive? ? @moved.wait(@lock, left_s) : let_go
        end
      end

      def let_go
        @wanted = nil
        @moved.broadcast
      end

      def now = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC)
    end
  end
end
