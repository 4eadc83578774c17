# encoding: utf-8
# The part that mutants of aborted calls share: a connection goes back to the pool although a reply is still due on it, where
# `keep?` says so. The next call takes that reply. On its own it keeps no connection.
module CachemarkDriver
  module Reference
    class Line
      # true: a reply to an aborted call may still come, or the rest of one.
      attr_accessor :owing

      alias_method :asked, :ask

      def ask(command)
        @begun = @waiting = false
        reply = asked(command)
        @begun = true
        reply
      end

      # true: a wait for bytes was aborted, or failed.
      def waiting?; @waiting end

      # true: a part of the reply has come.
      def begun?; @begun end

      # true: the aborted wait was for the first bytes.
      def unanswered?; waiting? && !begun? end

      # true: there are unread bytes.
      def unread?
        !IO.select([@io], nil, nil, 0).nil?
      end

      private

      # An exception at the reference's own lines does not interrupt a wait.
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

      # Whether Timeout.timeout ended a call: it throws, or raises an exception that is not a StandardError.
      def timed_out?(error)
        error.nil? ? !killed? : error.class.name.start_with?("Timeout::")
      end

      def killed?; Thread.current.status == "aborting" end
    end

    module Reply
      class << self
        alias_method :checked, :one

        # The owed reply is taken for the answer, up to its end, and later bytes are dropped.
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
