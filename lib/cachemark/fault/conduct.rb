# frozen_string_literal: true

module Cachemark
  module Fault
    # What a proxy does wrong, once: when it is armed, it waits for the request that names the subject's key, and
    # then makes its moves with the whole reply to it, however many pieces that comes in; or with the request
    # itself. All else passes, but for what a move does until all is healed. Notes what went over the wire, and
    # what was sent there by its moves.
    class Conduct
      # moves: Array[Hash], as a fault's file has them; mark: the text by which the subject is known;
      # at: "reply" or "request", what the moves are made with; twin: a value => that of the stranger in its place.
      #: (Array[Hash], String, ?at: String, ?twin: Hash[String, String]) -> void
      def initialize(moves, mark, at: "reply", twin: {})
        @moves = moves
        @mark = mark.b
        @twin = twin
        @at = at
        @state = :calm
        @lock = Mutex.new
        @healed = ConditionVariable.new
        @octets = Octets.new
        @parts = {}
      end

      # Integer: bytes of what the moves were made with, nil where they were not. String: why a move could not be
      # made in the protocol that was spoken, nil where all could.
      attr_reader :bytes, :lack

      # [[ns, connection, from, bytes], ...], in order: of what came to the proxy, "client" or "server"; of what it sent of its
      # own, or later, or in parts, "proxy to client" or "proxy to server"; of its ending the connection "end" or "reset"; where
      # there was more than is kept, Octets has how that is told.
      #: () -> Array
      def octets = @lock.synchronize { @octets.to_a }

      # From now on the subject is waited for, where there is anything to be done to it.
      def arm = @lock.synchronize { @state = :armed if @moves.any? }

      # From now on everything passes.
      def heal
        @lock.synchronize do
          @state = :calm
          @swallowing = false
          @healed.broadcast
        end
      end

      # For proxies.
      #: (Proxy::Chunk) -> String | Array
      def call(chunk)
        @lock.synchronize do
          note(chunk.connection, chunk.side, chunk.bytes)
          chunk.side == "client" ? asked(chunk) : answered(chunk)
        end
      end

      private

      def note(connection, from, bytes) = @octets.add(now, connection, from, bytes)

      # A move, and before it a note of it when its turn comes.
      def noted(move, chunk)
        from, bytes = case move
                      when :end, :reset then [move.to_s, ""]
                      when Array then ["proxy to client", move.last]
                      when String then ["proxy to #{chunk.side == "client" ? "server" : "client"}", move]
                      end
        from ? [-> { @lock.synchronize { note(chunk.connection, from, bytes) } }, move] : [move]
      end

      def asked(chunk)
        return part(chunk) unless begun?(chunk)
        return chunk.bytes if @at == "reply"

        chunk.whole || !kept_back? ? strike(@request, chunk) : []
      end

      # Whether it is of the request that is waited for, of which the key may not come first.
      def begun?(chunk)
        return @request << chunk.bytes if @state == [:asked, chunk.connection]
        return false unless @state == :armed

        said = @parts.delete(chunk.connection).to_s.b << chunk.bytes
        @parts[chunk.connection] = said
        return false unless said.include?(@mark)

        @state = [:asked, chunk.connection]
        @reply = "".b
        @request = said
      end

      # What may become the request is kept back until it is known whether it is, where its whole is what moves are made with.
      def part(chunk)
        return chunk.bytes unless @state == :armed

        said = chunk.whole ? @parts.delete(chunk.connection) : []
        @at == "reply" ? chunk.bytes : said
      end

      # What is answered in the server's place is heard to its end first.
      def kept_back? = @moves.any? { |move| move.key?("drop") }

      def answered(chunk)
        return [] if @swallowing
        return chunk.bytes unless @at == "reply" && @state == [:asked, chunk.connection]

        @reply << chunk.bytes
        chunk.owed.zero? && chunk.whole ? strike(@reply, chunk) : []
      end

      def strike(bytes, chunk)
        @state = :done
        @octets.strike
        @bytes = bytes.bytesize
        made = Moves.new(bytes, @mark, request: @request, twin: @twin).list(@moves)
        @swallowing = made.delete(:swallow) == :swallow
        made.flat_map { |move| move == :hold ? [method(:hold)] : noted(move, chunk) }
      rescue Moves::Impossible => lack
        @lack = lack.message
        bytes
      end

      # Nothing is read on this way until all is healed, so that buffers fill up.
      def hold = @lock.synchronize { @healed.wait(@lock) while @state == :done }

      def now = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC, :nanosecond)
    end
  end
end
