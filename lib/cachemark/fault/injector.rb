# frozen_string_literal: true

module Cachemark
  module Fault
    # A filter for a proxy that injects a fault once. After `arm` it waits for the request that contains the subject's key.
    # It then makes its moves with that request, or with the whole reply, in however many pieces it arrives. Everything else
    # passes, except while a move lasts (until `stop`). It records the traffic, and the bytes that its moves sent.
    class Injector
      # String: the bytes that the moves acted on, nil if no move was made.
      attr_reader :bytes

      # String: why a move was impossible in the protocol of the client, nil if all were possible.
      attr_reader :lack

      # - moves: as in a fault's file.
      # - subject_key: the key of the subject, by which its request is recognised.
      # - at: the bytes that the moves act on, "reply" or "request".
      # - other_values: {value => the value of the key that a forged reply names instead}.
      # - mark: a text in every key of the trial.
      #: (Array[Hash], String, ?at: String, ?other_values: Hash[String, String], ?mark: String) -> void
      def initialize(moves, subject_key, at: "reply", other_values: {}, mark: subject_key)
        @moves = moves
        @subject_key = subject_key.b
        @mark = mark.b
        @other_values = other_values
        @at = at
        @state = :idle
        @lock = Mutex.new
        @stopped = ConditionVariable.new
        @log = WireLog.new
        @parts = {}
        @unanswered = []
        @muted = []
      end

      # [[ns, connection, from, bytes], ...], in order. Bytes that reached the proxy are from "client" or "server". Bytes
      # that it sent itself, late, or in parts are "proxy to client" or "proxy to server". Connections that it closed are
      # "end" or "reset". WireLog explains how omitted pieces appear.
      #: () -> Array
      def octets = @lock.synchronize { @log.to_a }

      # Waits for the subject from now on, if there are any moves.
      def arm = @lock.synchronize { @state = :armed if @moves.any? }

      # Leaves every request for a key unanswered from now on: "close" ends its connection, "mute" keeps it open.
      #: (String) -> void
      def leave_unanswered(how) = @lock.synchronize { @leaving = how }

      # How many requests a second were left unanswered so; nil for fewer than two.
      #: () -> Integer?
      def unanswered_per_s
        @lock.synchronize do
          count, first, last = @unanswered
          ((count - 1) / ((last - first) / 1e9)).round if count.to_i > 1
        end
      end

      # Lets everything pass from now on.
      def stop
        @lock.synchronize do
          @state = :idle
          @leaving = nil
          @swallowing = false
          @forgetting = false
          @stopped.broadcast
        end
      end

      # The proxy calls this.
      #: (Proxy::Chunk) -> String | Array
      def call(chunk)
        @lock.synchronize do
          note(chunk.connection, chunk.side, chunk.bytes)
          chunk.side == "client" ? request(chunk) : reply(chunk)
        end
      end

      private

      def note(connection, from, bytes) = @log.add(Clock.now_ns, connection, from, bytes)

      def request(chunk)
        return unanswered(chunk) if @leaving && chunk.bytes.include?(@mark)
        return [] if @muted.include?(chunk.connection)
        return to_an_old_server(chunk) if @forgetting
        return other_request(chunk) unless subject?(chunk)
        return chunk.bytes if @at == "reply"

        chunk.whole || !dropped? ? inject(@request, chunk) : []
      end

      def reply(chunk)
        return [] if @swallowing
        return chunk.bytes unless @at == "reply" && @state == [:asked, chunk.connection]

        @reply << chunk.bytes
        chunk.owed.zero? && chunk.whole ? inject(@reply, chunk) : []
      end

      def unanswered(chunk)
        now = Clock.now_ns
        count, first, = @unanswered
        @unanswered = [count.to_i + 1, first || now, now]
        return noted(:end, chunk) if @leaving == "close"

        @muted << chunk.connection
        []
      end

      # Whether the piece belongs to the subject's request. The key need not be in its first piece.
      def subject?(chunk)
        return @request << chunk.bytes if @state == [:asked, chunk.connection]
        return false unless @state == :armed

        sent = @parts.delete(chunk.connection).to_s.b << chunk.bytes
        @parts[chunk.connection] = sent
        return false unless sent.include?(@subject_key)

        @state = [:asked, chunk.connection]
        @reply = "".b
        @request = sent
      end

      # Passes a request on once it is whole, if the server knows its commands.
      def to_an_old_server(chunk)
        sent = @parts.delete(chunk.connection).to_s.b << chunk.bytes
        return made(sent, chunk, [{ "forget" => "meta" }]) if chunk.whole

        @parts[chunk.connection] = sent
        []
      rescue Moves::Impossible
        sent
      end

      # Holds back an incomplete request while it may become the subject, if the moves need the whole request.
      def other_request(chunk)
        return chunk.bytes unless @state == :armed

        sent = chunk.whole ? @parts.delete(chunk.connection) : []
        @at == "reply" ? chunk.bytes : sent
      end

      # If the server must not see a request, it is first read to its end.
      def dropped? = @moves.any? { |move| move.key?("drop") || move.key?("forget") }

      def inject(bytes, chunk)
        @state = :done
        @log.fault_injected
        @bytes = bytes
        @parts.clear
        made(bytes, chunk, @moves)
      rescue Moves::Impossible => lack
        @lack = lack.message
        bytes
      rescue Moves::Unmet
        @bytes = nil
        bytes
      end

      # Some moves last until `stop`.
      def made(bytes, chunk, moves)
        request = @at == "request" ? bytes : @request
        made = Moves.new(bytes, @subject_key, request: request, other_values: @other_values).list(moves)
        @swallowing = made.delete(:swallow) == :swallow
        @forgetting = made.delete(:forget) == :forget
        made.flat_map { |move| move == :hold ? [method(:hold)] : noted(move, chunk) }
      end

      # The move, preceded by a call that logs it when it is made.
      def noted(move, chunk)
        from, bytes = case move
                      when :end, :reset then [move.to_s, ""]
                      when Array then ["proxy to client", move.last]
                      when String then ["proxy to #{chunk.side == "client" ? "server" : "client"}", move]
                      end
        from ? [-> { @lock.synchronize { note(chunk.connection, from, bytes) } }, move] : [move]
      end

      # Reads nothing in this direction until `stop`, so that buffers fill up.
      def hold = @lock.synchronize { @stopped.wait(@lock) while @state == :done }

      # A bounded log of a trial, which may have a thousand calls. It keeps the first pieces, the last ones, and those around
      # the injected fault, and of each piece a limited number of bytes. A gap says how much is omitted.
      class WireLog
        FIRST = 100
        # Together with the first pieces, this covers a trial of two hundred calls, the usual size of trials that share a
        # client.
        LAST = 400
        BEFORE = 20
        AFTER = 40
        BYTES = 2_000
        GAP = Vocabulary::Octets::GAP
        private_constant :FIRST, :LAST, :BEFORE, :AFTER, :BYTES, :GAP

        # The pieces of a log with stars in the place of a secret, even if that is split over several pieces.
        #: (Array, String) -> Array
        def self.without(pieces, secret)
          pieces = pieces.map(&:dup)
          pieces.group_by { |_ns, connection, from| [connection, from] }.each_value do |stream|
            rest = stream.map { |piece| piece[3].b }.join.gsub(secret.b, "*" * secret.bytesize)
            stream.each { |piece| piece[3] = rest.slice!(0, piece[3].bytesize) }
          end
          pieces
        end

        def initialize
          @kept = []
          @last = []
          @size = 0
        end

        # Adds a piece; `from` as in Injector#octets.
        #: (Integer, Integer, String, String) -> void
        def add(nanoseconds, connection, from, bytes)
          # A copy: a slice would keep the whole buffer that it was read into.
          piece = [nanoseconds, connection, from, "".b << bytes.byteslice(0, BYTES)]
          piece << { "bytes" => bytes.bytesize - BYTES } if bytes.bytesize > BYTES
          @last << piece
          @size += 1
          keep_or_omit(@size - @last.size, @last.shift) if @last.size > LAST
        end

        # The fault is injected at the piece that was added last.
        def fault_injected = @injected_at ||= @size - 1

        # `[[ns, connection, from, bytes], ...]`, in order. A truncated piece ends with `{"bytes" => number omitted}`. A gap
        # is `[ns, nil, "left out", "", {"pieces" => number, "bytes" => number}]`.
        #: () -> Array
        def to_a = [*@kept, *@last].map(&:dup)

        private

        # Called when a piece leaves the window of the last pieces.
        def keep_or_omit(number, piece)
          return @kept << piece if number < FIRST || around_fault?(number)

          @kept << [0, nil, GAP, "", { "pieces" => 0, "bytes" => 0 }] unless @kept.last[2] == GAP
          nanoseconds, _, _, bytes, omitted = piece
          gap = @kept.last.last
          @kept[-1] = [nanoseconds, nil, GAP, "",
                       { "pieces" => gap["pieces"] + 1,
                         "bytes" => gap["bytes"] + bytes.bytesize + omitted.to_h.fetch("bytes", 0) }]
        end

        def around_fault?(number)
          @injected_at && number.between?(@injected_at - BEFORE, @injected_at + AFTER)
        end
      end
    end
  end
end
