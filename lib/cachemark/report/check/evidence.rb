# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Check
      # A fault of a check on a page. Each cell unfolds to show what was expected and what was seen: reason, history and
      # bytes.
      class Evidence < HTML::View
        template "evidence"

        # How much of a trial a cell shows: MUCH if there is something to report, LITTLE if it passed.
        MUCH = { lines: 80, bytes: 160 }.freeze
        LITTLE = { lines: 10, bytes: 48 }.freeze
        private_constant :MUCH, :LITTLE

        # `cells` are [id, outcome] of one fault.
        #: (Stats::Check, Words, Array[[String, Stats::Check::Outcome]]) -> void
        def initialize(check, words, cells)
          @check = check
          @words = words
          @cells = cells
          @fault = check.fault(cells.first.last)
        end

        private

        def trace(outcome) = Trace.new(outcome, **(outcome.reported? ? MUCH : LITTLE))
        def gap?(line) = line.is_a?(Trace::Gap)
        def repeated(outcome) = Words::Notes.repeated([outcome])
        def replay(outcome) = Check.replay(@check, outcome)
        def unsafe(outcome) = @words.unsafe(outcome)
        def ms(number) = format("%.3f", number)
        def tally(outcome) = outcome.n > 1 && outcome.points.nil? ? " (#{outcome.times} of #{outcome.n})" : ""

        # The trial of one case, line by line: the history of the client, and the bytes that reached the proxy. It shows
        # `bytes` of each piece, and at most `lines` of each list: the first and the last. The record has the whole history,
        # but of the bytes only as much as Fault::Injector::WireLog keeps. A Gap shows how much is missing.
        class Trace
          # `ms` is the time since the first call. `word` is Jepsen's term: invoke, ok, fail (not applied) or info (may have
          # been applied).
          Line = Value.define(:ms, :lane, :word, :text)
          # `from` is as in Fault::Injector#octets. `left` counts the bytes that are not shown: "and 497 more bytes", nil if
          # all are shown.
          Octets = Value.define(:ms, :connection, :from, :text, :hex, :left)
          # A sentence in place of lines that are not shown.
          Gap = Value.define(:text)

          #: (Stats::Check::Outcome, lines: Integer, bytes: Integer) -> void
          def initialize(outcome, lines:, bytes:)
            @calls = outcome.history
            @pieces = outcome.octets
            @lines = lines
            @bytes = bytes
            @began_ns = @calls.filter_map { |call| call["began_ns"] }.min || @pieces.first&.first || 0
          end

          #: () -> Array[Line | Gap]
          def history
            all = @calls.flat_map { |call| [begun(call), ended(call)].compact }
            ends(all.sort_by.with_index { |line, at| [line.ms, at] }) { |more| gap(more.size, "line") }
          end

          # Without the bytes before the first call: the client wrote them to prepare the trial.
          #: () -> Array[Octets | Gap]
          def octets
            pieces = @pieces.select { |ns, *| ns >= @began_ns }
            ends(pieces) { |more| unshown(more) }.map do |piece|
              next piece if piece.is_a?(Gap)

              piece[2] == Vocabulary::Octets::GAP ? unshown([piece]) : bytes(*piece)
            end
          end

          private

          # The first and the last lines, with the result of the block in place of the lines between them.
          def ends(all)
            more = all.size - @lines
            return all unless more.positive?

            first = (@lines + 1) / 2
            [*all.first(first), yield(all[first, more]), *all.drop(first + more)]
          end

          # Describes the pieces that are not shown. The record itself may lack some of them.
          def unshown(pieces)
            gaps, held = pieces.partition { |piece| piece[2] == Vocabulary::Octets::GAP }
            lost, bytes = %w[pieces bytes].map { |what| gaps.sum { |piece| piece.last[what] } }
            gap(held.size + lost, "piece", lost: lost, bytes: bytes)
          end

          def gap(number, word, lost: 0, bytes: 0)
            these = number == 1 ? "it" : "them"
            has = lost.zero? ? "has #{these}" : "lacks #{"#{lost} of " if lost < number}#{these} (#{bytes} bytes)"
            Gap.new(text: "#{number} #{word}#{"s" unless number == 1} omitted here: the record #{has}")
          end

          def ms(nanoseconds) = (nanoseconds - @began_ns) / 1e6

          def begun(call) = Line.new(ms: ms(call["began_ns"]), lane: call["lane"], word: "invoke", text: step(call))

          # A call that never returned has no end.
          def ended(call)
            return unless call["ended_ns"]

            Line.new(ms: ms(call["ended_ns"]), lane: call["lane"], word: word(call), text: "#{name(call)}: #{outcome(call)}")
          end

          def word(call)
            return "ok" if call["type"] == "ok"

            changes?(call["step"]) ? "info" : "fail"
          end

          def changes?(step) = !step.key?("look") && Vocabulary::Operations::ALL[step["op"]]&.changes? != false

          def name(call) = [call["step"]["op"] || call["step"].keys.first, *call["step"]["key"], *call["step"]["keys"]].join(" ")

          def step(call)
            step = call["step"]
            value = " #{shown(call["wrote"])}" if call["wrote"]
            by = step["interrupt"]&.map { |name, given| "#{name} #{given}" }&.join(", ")
            "#{name(call)}#{value}#{" (interrupted: #{by})" if by}"
          end

          def outcome(call)
            return shown(call["value"]) if call["type"] == "ok"

            error = call["error"] || {}
            "#{error["class"]}: #{error["message"]}#{" at #{call["struck"]}" if call["struck"]}"
          end

          # A value on one line.
          def shown(value) = Terminal::Wrap.cut(plain(value), @bytes)

          # A value as the driver reported it (protocol/spec.md).
          def plain(value)
            held = value.is_a?(Hash) ? value : {}
            return held["bytes"].unpack1("m").inspect if held["bytes"]
            return "[#{held["list"].map { |element| plain(element) }.join(", ")}]" if held["list"]
            return ::JSON.generate(value) unless held["pairs"]

            "{#{held["pairs"].map { |pair| pair.map { |side| plain(side) }.join(" => ") }.join(", ")}}"
          end

          def bytes(nanoseconds, connection, side, bytes, lost = {})
            bytes = bytes.unpack1("m")
            part = bytes.byteslice(0, @bytes)
            Octets.new(ms: ms(nanoseconds), connection: connection, from: side, text: part.inspect[1..-2],
                       hex: part.unpack1("H*").scan(/../).join(" "),
                       left: left(bytes.bytesize - part.bytesize, lost["bytes"].to_i))
          end

          def left(unshown, lost)
            more = unshown + lost
            "and #{more} more bytes#{", of which the record lacks #{lost}" if lost.positive?}" if more.positive?
          end
        end
      end
    end
  end
end
