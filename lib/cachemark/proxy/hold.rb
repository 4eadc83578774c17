# frozen_string_literal: true

module Cachemark
  module Proxy
    # A proxy's filter that can hold replies back, to count how many requests wait for their replies at the same time.
    # Outside `watch`, and as soon as the count is known, everything passes.
    class Hold
      # After this time without a new request, every waiting worker has sent all that it can.
      SILENCE_S = 0.1
      # No reply is held for longer, because clients have timeouts; the shortest default is 0.25 s.
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

      # Runs the block, in which the clients send requests. `waiting` returns the number of requests sent so far. Replies are
      # held until it is `wanted`, or until no more requests arrive. Returns the maximum number of requests that waited at
      # the same time.
      #: (Integer, #call) { () -> void } -> Integer
      def watch(wanted, waiting)
        @lock.synchronize { @wanted, @waiting, @seen, @first_s, @last_s = wanted, waiting, 0, nil, nil }
        yield
        @seen
      ensure
        @lock.synchronize { release }
      end

      # The proxy calls this.
      #: (Chunk) -> String
      def call(chunk)
        @lock.synchronize { chunk.side == "client" ? asked : wait } if @wanted
        chunk.bytes
      end

      private

      def asked
        return unless @wanted

        @last_s = Clock.now_s
        @first_s ||= @last_s
        @seen = [@seen, @waiting.call].max
        @seen < @wanted ? @moved.broadcast : release
      end

      # Bytes before the first request reply to none, and pass.
      def wait
        while @wanted && @last_s
          left_s = [@last_s + @silence_s, @first_s + @most_s].min - Clock.now_s
          left_s.positive? ? @moved.wait(@lock, left_s) : release
        end
      end

      def release
        @wanted = nil
        @moved.broadcast
      end
    end
  end
end
