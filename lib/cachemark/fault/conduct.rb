# frozen_string_literal: true

module Cachemark
  module Fault
    # What a relay does wrong, once: when it is armed, it waits for the request that names the subject's key, and
    # then makes its moves with the reply to it. All else passes. Notes what went over the wire.
    class Conduct
      MOST_NOTED = 200
      NOTED_BYTES = 2_000
      private_constant :MOST_NOTED, :NOTED_BYTES

      # moves: Array[Hash], as a situation's file has them; mark: the text by which the subject is known.
      #: (Array[Hash], String) -> void
      def initialize(moves, mark)
        @moves = moves
        @mark = mark.b
        @state = :calm
        @lock = Mutex.new
        @octets = []
      end

      # [[ns, connection, side, bytes], ...] of what came to the relay, in order.
      #: () -> Array
      def octets = @lock.synchronize { @octets.dup }

      # From now on the subject is waited for, where there is anything to be done to it.
      def arm = @lock.synchronize { @state = :armed if @moves.any? }

      # From now on everything passes.
      def heal = @lock.synchronize { @state = :calm }

      # For relays.
      #: (Tap::Chunk) -> String | Array
      def call(chunk)
        struck = @lock.synchronize do
          note(chunk)
          strike?(chunk)
        end
        struck ? Moves.new(chunk.bytes, @mark).list(@moves) : chunk.bytes
      end

      private

      def note(chunk)
        return if @octets.size >= MOST_NOTED

        @octets << [now, chunk.connection, chunk.side, chunk.bytes.byteslice(0, NOTED_BYTES)]
      end

      def strike?(chunk)
        return ask(chunk) if chunk.side == "client"
        return false unless @state == [:asked, chunk.connection]

        @state = :done
        true
      end

      def ask(chunk)
        @state = [:asked, chunk.connection] if @state == :armed && chunk.bytes.b.include?(@mark)
        false
      end

      def now = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC, :nanosecond)
    end
  end
end
