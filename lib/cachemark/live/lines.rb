# frozen_string_literal: true

module Cachemark
  module Live
    # One line for each important event: for logs, pipes and screen readers.
    class Lines < View
      # A line for each group of this many pairs, or of rows that are measured once.
      EVERY = 10
      # Seconds between two lines about the progress of a check. With an event each second, there is a line at least every
      # 10 seconds.
      PROGRESS_S = 9
      # The number of hosts that a line names.
      NAMED = 8
      # Seconds between two looks at the verdicts.
      LOOK_S = 5

      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        super
        @building = {}
        @verdicts = Hash.new("unresolved")
        @seen = []
        @dropped = {}
        @look_s = @progress_s = @began_s
        @disturbances = Disturbances.new(clock)
      end

      # A line for each verdict: cell, verdict so far, change with its interval, pairs, and the contender if there are
      # several.
      #: (Array[Stats::Verdict]) -> Array[String]
      def self.verdicts(verdicts)
        names = Report::Verdicts::Names.new(verdicts)
        several = verdicts.map(&:contender).uniq.size > 1
        verdicts.map do |verdict|
          name = several ? "#{verdict.contender}:#{names.full(verdict)}" : names.full(verdict)
          [name, Report::Figures.verdict(verdict.verdict), Report::Figures.change(verdict.effect, verdict.interval),
           verdict.pairs.zero? ? "" : "#{verdict.pairs} pairs"].reject(&:empty?).join(" ")
        end
      end

      private

      # No line for an environment that already exists.
      def on_environment(contender:, state:, gem: nil, message: nil)
        return if state == "ready" && !@building.delete(contender)

        @building[contender] = true
        line("environment of #{contender}: #{[state, gem].compact.join(" ")}#{message && ": #{message}"}")
      end

      def on_start(rows: nil, cases: nil, controls: 0, **facts)
        @rows = rows
        @started_s = @progress_s = @clock.call
        @counts = Live.counts([0, cases], [0, controls]) if cases
        line(["measuring", *extent(**facts)].join(": "))
      end

      def extent(total_s: nil, iterations: nil, until_share: nil, **)
        if iterations then "#{Report::Figures.counted(iterations, "iteration")} of each row"
        elsif @rows then Report::Figures.counted(@rows, "row")
        elsif @counts then @counts
        elsif total_s then "#{"at most " if until_share}#{format("%g", total_s.round(1))} s, then the report"
        end
      end

      # A line only if each row is measured once.
      def on_cell(cell:)
        return if @seen.include?(cell.title)

        number = (@seen << cell.title).size
        return unless @rows && (number == 1 || (number % EVERY).zero? || number == @rows)

        line("row #{number} of #{@rows}: #{cell.title}")
      end

      def on_round(generation:, **)
        line(@said ? "fresh processes #{generation + 1}" : figures) if generation != @said && @rows.nil?
        @said = generation
      end

      # After the first round: which rows have a figure.
      def figures
        return "each row has a figure" if @dropped.empty?

        counts = @dropped.values.tally.map { |status, number| "#{number} #{status}" }.join(", ")
        others = "; each other row has a figure" if (@seen - @dropped.keys).any?
        "rows without a figure: #{counts}#{others}"
      end

      def on_pair(number:, noise:)
        line(Live.pairs(number, noise)) if number == 1 || (number % EVERY).zero?
      end

      # A line for the first verdict of a cell, and for each change.
      def on_verdicts(verdicts:)
        began_s = @clock.call
        return if began_s < @look_s

        all = verdicts.call
        @look_s = @clock.call + [LOOK_S, (@clock.call - began_s) / Screen::SHARE].max
        Lines.verdicts(all).zip(all) { |text, verdict| line(text) if news?(verdict) }
      end

      # A bad outcome at once, and the progress from time to time.
      def on_case(name:, outcome:, bad:, reason: nil, **progress)
        line("#{outcome} #{name}: #{reason.to_s.lines.first.to_s.chomp}") if bad
        on_progress(**progress)
      end

      # Each with the remaining time. The last line comes once.
      def on_progress(cases:, controls:, share:)
        before, @counts = @counts, Live.counts(cases, controls)
        last = @counts != before && [cases, controls].all? { |done, of| done == of }
        return unless last || @clock.call >= @progress_s + PROGRESS_S

        @progress_s = @clock.call
        left_s = Live.left_s(@progress_s - @started_s, share)
        line([@counts, *("about #{Live.minutes(left_s)} left" if left_s&.positive?)].join(", "))
      end

      # From time to time. The hosts that have done least are named.
      def on_hosts(hosts:, counted:)
        return if @clock.call < @progress_s + PROGRESS_S

        @progress_s = @clock.call
        named = hosts.sort_by(&:done).first(NAMED).map { |host| "#{host.name} #{host.done}" }
        rest = hosts.size - named.size
        line("#{counted}: #{[*named, *("more on #{rest} other hosts" if rest.positive?)].join(", ")}")
      end

      def on_step(text:) = line(text.lines.first.to_s.chomp)

      def on_failure(cell:, status:, reason:, **)
        @dropped[cell.title] = status
        line("#{status}: #{cell.title}: #{Report::Sentences.of(reason).lines.first.strip}")
      end

      def on_disturbance(found:) = @disturbances.line(found)&.then { |text| line(text) }

      def on_done = @disturbances.rest&.then { |text| line(text) }

      def on_warning(message:)
        line("warning: #{message}")
      end

      def news?(verdict)
        key = [verdict.comparison, verdict.contender, verdict.scenario, verdict.mode, verdict.metric]
        before, @verdicts[key] = @verdicts[key], verdict.verdict
        before != verdict.verdict
      end

      # If the stream is gone, the run continues.
      def line(text)
        @io.puts format("[%6.1f s] %s", @clock.call - @began_s, text)
      rescue SystemCallError, IOError
        nil
      end

      # The lines about disturbances. On a busy machine they change several times a second, so most are only counted.
      class Disturbances
        # Seconds between two lines.
        EVERY_S = 10
        private_constant :EVERY_S

        #: (#call) -> void
        def initialize(clock)
          @clock = clock
          @found = @named = []
          @said_s = -Float::INFINITY
          @unnamed = 0
        end

        # The line about a change of the disturbances; nil if it is too early for one. `found`: {String => share}.
        #: (Hash[String, Float]) -> String?
        def line(found)
          begun, over = found.keys - @found, @named - found.keys
          @found = found.keys
          @unnamed += begun.size
          return if (begun + over).empty? || @clock.call < @said_s + EVERY_S

          @said_s = @clock.call
          begun.any? ? warning(begun.max_by { |what| found[what] }, found) : "over: #{over.first}".tap { @named -= over }
        end

        # The last line: the number of disturbances without a line; nil if each had one.
        #: () -> String?
        def rest = ("warning: #{Report::Figures.counted(@unnamed, "further disturbance")}" if @unnamed.positive?)

        private

        def warning(worst, found)
          others = "; #{@unnamed - 1} more since the last line" if @unnamed > 1
          @unnamed = 0
          @named = [worst]
          "warning: #{worst}: #{Report::Figures.percent(found[worst])}#{others}"
        end
      end
      private_constant :Disturbances
    end
  end
end
