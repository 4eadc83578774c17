# encoding: utf-8
# The part that mutants of aborted calls share: a connection that goes back to the pool although a reply is still owed on it,
# where `keep?` says so, and the next call that takes what comes for its own. By itself it keeps none.
module CachemarkDriver
  module Reference
    class Line
      # true: a reply to a call that was broken off may still come, or the rest of one.
      attr_accessor :owing

      alias_method :asked, :ask

      def ask(command)
        @begun = @waiting = false
        reply = asked(command)
        @begun = true
        reply
      end

      # true: a wait for bytes was broken off, or came to nothing.
      def waiting?; @waiting end

      # true: some of the reply has come.
      def begun?; @begun end

      # true: such a wait, for the first bytes.
      def unanswered?; waiting? && !begun? end

      # true: something stands there that nobody has read.
      def unread?
        !IO.select([@io], nil, nil, 0).nil?
      end

      private

      # The reference's own lines are none of it: what strikes them strikes no wait.
      def await
        @waiting = true
        ready = WAITS ? @io.wait_readable(@timeout) : IO.select([@io], nil, nil, @timeout)
        ready || raise(Timeout, "no reply within #{@timeout} s")
        @waiting = false
      end
    end

    class Pool
      private

      alias_method :given, :give

      def give(line, answered)
        line.owing = !answered && keep?(line, $!)
        given(line, answered || line.owing)
      end

      def keep?(_line, _error) false end

      alias_method :taken, :take

      def take
        line = taken
        return line if !line.owing || take?(line)
        line.close
        take
      end

      # Whether the next call takes a line on which a reply is owed.
      def take?(_line) true end

      # Whether it was Timeout.timeout that ended a call: it throws, or raises what is no StandardError.
      def timed_out?(error)
        error.nil? ? !killed? : error.class.name.start_with?("Timeout::")
      end

      def killed?; Thread.current.status == "aborting" end
    end

    module Reply
      class << self
        alias_method :checked, :one

        # What is owed is taken for the answer, up to its end, and what stands behind that is let fall.
        def one(line, reply, name)
          return checked(line, reply, name) unless line.owing
          reply = line.more until (stop = reply.index(LINE_END))
          return nil unless reply.start_with?(VALUE)
          flags = flags(reply, 0, stop)
          size = size(reply, flags, stop)
          reply = line.more while reply.bytesize < stop + 2 + size
          decode(reply, flags, stop + 2, size)
        end
      end
    end
  end
end
