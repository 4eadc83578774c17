# frozen_string_literal: true

module Cachemark
  module Report
    class Terminal
      # Outcomes over time in plain text: a line for each lane, with a letter for the worst outcome of each span of time. It is
      # a capital if at least half of the calls had it.
      class Timeline
        GAP = "  "
        # The best outcome, and the letter of each worse one, the worst last.
        GOOD = "ok"
        LETTERS = { "late" => "l", "miss" => "m", "error" => "e", "unsent" => "u", "stale" => "s", "wrong" => "w" }.freeze
        # Fewer characters show too little.
        LEAST = 20
        private_constant :GAP, :GOOD, :LETTERS, :LEAST

        #: (Part::Timeline, Integer, Colours) -> void
        def initialize(timeline, width, colours)
          @timeline = timeline
          @width = width
          @colours = colours
          @names = timeline.lanes.map { |name, _| Wrap.columns(name) }.max
          room = [width - @names - GAP.size, LEAST].max
          @bins = timeline.lanes.map { |_, bins| bins.size }.max
          @each = @bins.fdiv(room).ceil
        end

        def to_s = [marks, *@timeline.lanes.map { |lane| lane(*lane) }, *legend].join("\n")

        private

        def lane(name, bins) = "#{Wrap.pad(name, @names)}#{GAP}#{bins.each_slice(@each).map { |some| sign(some) }.join}"

        # The times at which something happens, above their characters.
        def marks
          @timeline.marks.reduce(" " * (@names + GAP.size)) do |line, (at_s, text)|
            place = @names + GAP.size + (at_s * @bins / @timeline.span_s / @each).floor
            "#{Wrap.pad(line.rstrip, [place, line.rstrip.size + 1].max)}|#{text} #{format("%g", at_s)} s"
          end
        end

        def sign(bins)
          counts = bins.reduce { |sum, bin| sum.merge(bin) { |_, left, right| left + right } }
          worst = LETTERS.keys.reverse.find { |name| counts.fetch(name, 0).positive? }
          return @colours.faint(counts.empty? ? " " : ".") unless worst

          letter = LETTERS.fetch(worst)
          @colours.tone(worst == "late" ? "unresolved" : "wrong", counts[worst] * 2 >= counts.values.sum ? letter.upcase : letter)
        end

        def legend
          ms = @timeline.span_s * 1000 / @bins * @each
          words = [". all #{GOOD}", *LETTERS.map { |name, letter| "#{letter} #{name}" }].join(", ")
          text = "A character is #{format("%g", ms)} ms: #{words}; a capital is at least half of the calls"
          @colours.faint(Wrap.text(text, @width))
        end
      end
    end
  end
end
