# frozen_string_literal: true

module Cachemark
  class Record
    # A record on a stream that another process reads, such as a pipe to another host. It has no file. When nothing is added
    # for a while, it writes an empty line, so that the reader knows that it lives.
    class Stream < Writer
      BEAT_S = 5
      private_constant :BEAT_S

      #: (IO) -> void
      def initialize(io)
        super(nil, io)
        @beats = Thread.new { loop { beat } }
      end

      # Writes a message that is no part of the record.
      #: (Hash[Symbol, Object]) -> void
      def say(message) = @lock.synchronize { write("#{::JSON.generate(message)}\n") }

      def close = @beats.kill.join

      def discard = nil

      private

      def beat
        sleep BEAT_S
        @lock.synchronize { @io.syswrite("\n") }
      rescue SystemCallError, IOError
        Thread.exit
      end

      def write(text)
        return if @broken

        rest = text.b
        rest = rest.byteslice(@io.syswrite(rest)..) until rest.empty?
      rescue SystemCallError, IOError => error
        @broken = "the record was not read to its end: #{error.message}"
      end
    end
  end
end
