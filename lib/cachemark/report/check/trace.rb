# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What one case's trial was, line by line: the client's history, and what came to the relay. `bytes` of each piece are
      # shown, and `lines` of either; the record has all.
      class Trace
        # `ms` since the first call; `word` as Jepsen has it: invoke, ok, fail (it was not applied) or info (it may have been).
        Line = Value.define(:ms, :lane, :word, :text)
        # `from` as Fault::Conduct#octets has it; `left` Integer: bytes that are not shown.
        Octets = Value.define(:ms, :connection, :from, :text, :hex, :left)

        # Calls that change nothing.
        READING = %w[get get_multi look].freeze
        private_constant :READING

        #: (Stats::Check::Outcome, lines: Integer, bytes: Integer) -> void
        def initialize(outcome, lines:, bytes:)
          @calls = outcome.history
          @pieces = outcome.octets
          @lines = lines
          @bytes = bytes
          @began_ns = @calls.filter_map { |call| call["began_ns"] }.min || @pieces.first&.first || 0
        end

        #: () -> Array[Line]
        def history
          all = @calls.flat_map { |call| [begun(call), ended(call)].compact }
          all.sort_by.with_index { |line, at| [line.ms, at] }.first(@lines)
        end

        # What came before the first call was written to prepare it.
        #
        #: () -> Array[Octets]
        def octets = pieces.first(@lines).map { |piece| told(*piece) }

        # Whether the record has more.
        #
        #: () -> bool
        def cut? = @calls.size * 2 > @lines || pieces.size > @lines

        private

        def pieces = @pieces.select { |ns, *| ns >= @began_ns }

        def ms(nanoseconds) = (nanoseconds - @began_ns) / 1e6

        def begun(call) = Line.new(ms: ms(call["began_ns"]), lane: call["lane"], word: "invoke", text: step(call))

        # One that never came back has no end.
        def ended(call)
          return unless call["ended_ns"]

          Line.new(ms: ms(call["ended_ns"]), lane: call["lane"], word: word(call), text: "#{name(call)}: #{outcome(call)}")
        end

        def word(call)
          return "ok" if call["type"] == "ok"

          READING.include?(call["step"]["op"]) || call["step"].key?("look") ? "fail" : "info"
        end

        def name(call) = [call["step"]["op"] || call["step"].keys.first, *call["step"]["key"], *call["step"]["keys"]].join(" ")

        def step(call)
          step = call["step"]
          value = " #{shown(call["wrote"])}" if call["wrote"]
          by = step["interrupt"]&.map { |name, one| "#{name} #{one}" }&.join(", ")
          "#{name(call)}#{value}#{" (interrupted: #{by})" if by}"
        end

        def outcome(call)
          return shown(call["value"]) if call["type"] == "ok"

          error = call["error"] || {}
          "#{error["class"]}: #{error["message"]}#{" at #{call["struck"]}" if call["struck"]}"
        end

        # A value on one line.
        def shown(told) = Wrap.cut(plain(told), @bytes)

        # As a driver told it (protocol/spec.md).
        def plain(told)
          held = told.is_a?(Hash) ? told : {}
          return held["bytes"].unpack1("m").inspect if held["bytes"]
          return "[#{held["list"].map { |one| plain(one) }.join(", ")}]" if held["list"]
          return ::JSON.generate(told) unless held["pairs"]

          "{#{held["pairs"].map { |pair| pair.map { |one| plain(one) }.join(" => ") }.join(", ")}}"
        end

        def told(nanoseconds, connection, side, bytes)
          bytes = bytes.unpack1("m")
          part = bytes.byteslice(0, @bytes)
          Octets.new(ms: ms(nanoseconds), connection: connection, from: side, text: part.inspect[1..-2],
                     hex: part.unpack1("H*").scan(/../).join(" "), left: bytes.bytesize - part.bytesize)
        end
      end
    end
  end
end
