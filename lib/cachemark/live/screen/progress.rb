# frozen_string_literal: true

module Cachemark
  module Live
    class Screen < View
      # The progress of a run, in words.
      class Progress
        # The second one is for narrow terminals.
        HINTS = ["Ctrl-C stops and reports", "Ctrl-C reports"].freeze
        private_constant :HINTS

        # Float: the requested precision of figures, as a share.
        attr_reader :goal

        #: (clock: #call) -> void
        def initialize(clock:)
          @clock = clock
          @began_s = clock.call
          @goal = CurrentTable::GOAL
          @seen = 0
        end

        # Measuring begins; the builds before it are not part of the time.
        #
        # - total_s: the maximum duration, if known.
        # - until_share: the share that ends it sooner.
        # - margin: the margin of the verdicts.
        # - iterations: of each row, if they end it.
        # - rows: the number of rows, if each is measured once.
        # - cases, controls: the number of cases of a check, and of its controls.
        #: (?total_s: Numeric?, ?until_share: Float?, ?margin: Float?, ?iterations: Integer?, ?rows: Integer?, ?cases: Integer?, ?controls: Integer) -> void
        def start(total_s: nil, until_share: nil, margin: nil, iterations: nil, rows: nil, cases: nil,
                  controls: 0)
          @began_s = @clock.call
          @total_s = total_s
          @sooner = !until_share.nil?
          @goal = until_share || margin || CurrentTable::GOAL
          @iterations = iterations
          @rows = rows
          @extent = Live.counts([0, cases], [0, controls]) if cases
        end

        # Integer: the current generation, from 0.
        def generation=(number)
          @extent = "fresh processes #{number + 1}"
          @now = "processes are starting"
        end

        # A pair of fresh processes is complete.
        #: (Integer, Integer) -> void
        def pairs(number, noise) = @extent = Live.pairs(number, noise)

        # A case has its outcome.
        #: (String) -> void
        def case(name) = @now = "last #{name}"

        # The cases of a check so far; both are [done, of]. `share` is the part of the expected time.
        #: (cases: [Integer, Integer], controls: [Integer, Integer], share: Float) -> void
        def counts(cases:, controls:, share:)
          @extent = Live.counts(cases, controls)
          @left_s = Live.left_s(elapsed_s, share)
        end

        # A cell proves itself.
        #: (String) -> void
        def proving(title) = @now = "proving #{title}"

        # A cell is measured.
        #: (String) -> void
        def measuring(title)
          @seen += 1 if @rows && @now != "now #{title}"
          @now = "now #{title}"
        end

        # Predicts the remaining time from the share of completed iterations.
        #: (Array[Stats::Row]) -> void
        def measured(rows)
          return unless @iterations && rows.any?

          share = rows.sum { |row| [row.iterations.to_i, @iterations].min }.fdiv(@iterations * rows.size)
          @left_s = elapsed_s * (1 - share) / share if share.positive?
        end

        # The first lines of a screen.
        #: (Integer) -> Array[String]
        def lines(width)
          [fitting([time, left, extent].compact, width), @now.to_s]
        end

        private

        def time = [elapsed_s, *@total_s].map { |seconds| Live.minutes(seconds) }.join(" of ")

        def left
          seconds = @left_s || (@total_s && (@total_s - elapsed_s))
          return unless seconds&.positive?

          "#{@left_s ? "about " : ("at most " if @sooner)}#{Live.minutes(seconds)} left"
        end

        def extent = @rows ? "row #{@seen.clamp(1, @rows)} of #{@rows}" : @extent

        # Removes the last parts first, because they are the least important.
        def fitting(parts, width)
          lines = [*HINTS.map { |hint| [*parts, hint] }, *parts.size.downto(1).map { |size| parts.first(size) }]
          texts = lines.map { |line| line.join(", ") }
          texts.find { |text| text.size <= width } || texts.last
        end

        def elapsed_s = @clock.call - @began_s
      end
    end
  end
end
