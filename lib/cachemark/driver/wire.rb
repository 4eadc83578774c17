# frozen_string_literal: true

require "io/wait"

module Cachemark
  module Driver
    # Lines to and from a driver over two pipes. Every wait has a deadline.
    class Wire
      CHUNK_BYTES = 262_144
      # Larger than any reply: 4 million latencies are 21 MB.
      LIMIT_BYTES = 256 * 1024 * 1024

      # Raised if a deadline passes.
      class Late < StandardError; end

      # Raised if the other end is gone.
      class Ended < StandardError; end

      # Raised if a line is endless.
      class Endless < StandardError; end

      #: (IO, IO) -> void
      def initialize(input, output)
        @input = input
        @output = output
        @buffer = String.new # binary
      end

      # Writes a line. Raises Late, Ended.
      #
      #: (String, deadline_s: Numeric) -> void
      def write(line, deadline_s:)
        rest = "#{line}\n"
        finish = Clock.now_s + deadline_s
        until rest.empty?
          sent = @input.write_nonblock(rest, exception: false)
          sent == :wait_writable ? wait(finish) { |left| @input.wait_writable(left) } : rest = rest.byteslice(sent..)
        end
      rescue Errno::EPIPE, IOError
        raise Ended
      end

      # The next line, without its end. Raises Late, Ended, Endless.
      #
      #: (deadline_s: Numeric) -> String
      def read(deadline_s:)
        finish = Clock.now_s + deadline_s
        searched = 0
        until (stop = @buffer.index("\n", searched))
          searched = @buffer.length
          raise Endless if searched > LIMIT_BYTES

          wait(finish) { |left| @output.wait_readable(left) }
          @buffer << @output.readpartial(CHUNK_BYTES)
        end
        @buffer.slice!(0..stop).chomp.force_encoding(Encoding::UTF_8)
      rescue IOError
        raise Ended
      end

      # The part of a line that has arrived so far.
      #: () -> String
      def unfinished = @buffer.dup

      # Closes the driver's input; a driver ends when its input does.
      def close_input = @input.close

      def close
        @input.close
        @output.close
      end

      private

      def wait(finish)
        left = finish - Clock.now_s
        raise Late if left <= 0 || !yield(left)
      end
    end
  end
end
