# encoding: utf-8
require "io/wait"

module CachemarkDriver
  module Reference
    # Raised when no reply came in time.
    class Timeout < IOError; end

    # One connection: sends a command and waits for bytes, never without a deadline.
    class Line
      CHUNK = 65_536
      WAITS = IO.method_defined?(:wait_readable)

      # Integer: the process that opened this connection.
      attr_reader :pid

      # server: a Server; timeout: seconds per wait.
      def initialize(server, timeout)
        @timeout = timeout
        @pid = Process.pid
        @buffer = "".dup.force_encoding("BINARY")
        @io = server.open(timeout)
        log_in(server.login) if server.login
      end

      # Sends a command and returns the first bytes of its reply. The String is reused:
      # it is good until the next call.
      def ask(command)
        sent = @io.write_nonblock(command)
        send_rest(command, sent) if sent < command.bytesize
        await
        @io.readpartial(CHUNK, @buffer)
      rescue IO::WaitWritable
        send_rest(command, 0)
        await
        @io.readpartial(CHUNK, @buffer)
      end

      # Sends a command without waiting for a reply.
      def tell(command)
        send_rest(command, 0)
      end

      # Waits for more of the reply and returns all of it.
      def more
        await
        @buffer << @io.readpartial(CHUNK)
      end

      def close
        @io.close unless @io.closed?
      end

      private

      def log_in(request)
        reply = ask(request)
        reply = more until reply.end_with?("\r\n")
        raise BadReply, "the server refuses the login: #{reply.inspect}" unless reply == "STORED\r\n"
      rescue StandardError
        close
        raise
      end

      # Reading waits first: on a busy core the reply is never there yet, and a failed
      # read costs more than the wait.
      if WAITS
        def await
          @io.wait_readable(@timeout) || raise(Timeout, "no reply within #{@timeout} s")
        end
      else
        def await
          IO.select([@io], nil, nil, @timeout) || raise(Timeout, "no reply within #{@timeout} s")
        end
      end

      def send_rest(command, sent)
        while sent < command.bytesize
          IO.select(nil, [@io], nil, @timeout) || raise(Timeout, "cannot send within #{@timeout} s")
          begin
            sent += @io.write_nonblock(command.byteslice(sent, CHUNK))
          rescue IO::WaitWritable
            next
          end
        end
      end
    end
  end
end
