# frozen_string_literal: true

require "pty"

module Cachemark
  module Host
    class Memcached < Server
      # What a server prints: drained, so that it never blocks, and its end kept for the
      # message when it dies. As a terminal it costs the server what it cost in the
      # published runs: one line-buffered write per log line.
      class Output
        KEPT_BYTES = 4096
        ON_ITS_WAY_S = 0.2
        private_constant :ON_ITS_WAY_S

        # IO: what the server writes to.
        attr_reader :sink

        #: (?terminal: boolish) -> void
        def initialize(terminal: false)
          @source, @sink = terminal ? PTY.open : IO.pipe
          @text = +""
          @drain = Thread.new { drain }
        end

        # The server has it now; without this the drain never sees the end.
        def release_sink = @sink.close

        # String: the last 4 KB.
        def text = @text.dup

        # nil when it printed nothing. For a server that has ended: waits a moment for what is still on its way.
        def last_line
          @drain.join(ON_ITS_WAY_S)
          text.lines.map(&:strip).reject(&:empty?).last
        end

        # Waits a moment for what is still on its way.
        def close
          @sink.close
          @drain.join(ON_ITS_WAY_S)
          @drain.kill.join
          @source.close
        end

        private

        def drain
          loop { @text = (@text + @source.readpartial(65_536).scrub("?")).then { |all| all[-KEPT_BYTES..] || all } }
        rescue EOFError, SystemCallError, IOError
          nil
        end
      end
    end
  end
end
