# frozen_string_literal: true

require "io/console"
require "monitor"

module Cachemark
  # The display during a run. The lab reports events, and a view decides how to show them. Views write only to the error
  # stream, because standard output is for the report.
  #
  # Events:
  #
  # - :environment (contender, state, gem, message).
  # - :start (total_s, and further limits of the time and the precision: Screen::Progress#start).
  # - :generation (number), :proof (cell), :cell (cell), :round (generation, number, rows).
  # - :failure (cell, status, reason).
  # - :pair (number, noise): pairs so far, and how many of them were A/A pairs.
  # - :hosts (hosts, counted): of each host that measures the name, the state, and how many have been `counted` there.
  # - :verdicts (verdicts), :step (text).
  # - :case (cases, controls, share, name, outcome, bad, reason): a case of a check; `cases` and `controls` are [done, of],
  #   and `share` is the part of the expected time.
  # - :progress (cases, controls, share): the same numbers, once a second.
  # - :disturbance (found), :warning (message), :done ().
  #
  # `rows` and `verdicts` are lambdas, because only views that draw tables need them. `found` is {String => Float}: the
  # current disturbances of the measured cores, and their shares of the time.
  module Live
    # The share of a check from which the remaining time is predicted.
    PREDICTING = 0.05
    private_constant :PREDICTING

    # The view for the stream: the table itself on a terminal; lines elsewhere, or with `plain`.
    #: (IO, clock: #call, ?plain: bool, ?display: Display) -> Screen | Lines
    def self.for(io, clock:, plain: false, display: Display.new(io))
      display.draws? && !plain ? Screen.new(io, clock: clock, display: display) : Lines.new(io, clock: clock)
    end

    # The cases of a check: those of the clients that the user named, then those of the controls.
    #: ([Integer, Integer], [Integer, Integer]) -> String
    def self.counts(cases, controls)
      texts = [[cases, "case"], [controls, "control"]].reject { |(_, of), _| of.zero? }
      texts.map { |(done, of), word| "#{done} of #{Report::Figures.counted(of, word)}" }.join(", ")
    end

    # The remaining seconds of a check of which this share is done; nil if that is too little for a prediction.
    #: (Float, Float) -> Float?
    def self.left_s(elapsed_s, share) = (elapsed_s * (1 - share) / share if share >= PREDICTING)

    # Minutes and seconds: "1:33".
    #: (Numeric) -> String
    def self.minutes(seconds) = format("%d:%02d", *seconds.round.divmod(60))

    # The pairs so far: those of all rows, and the A/A pairs among them.
    #: (Integer, Integer) -> String
    def self.pairs(number, noise)
      return Report::Figures.counted(number, "A/A pair") if number == noise

      [Report::Figures.counted(number, "pair"), *("#{noise} of them A/A" if noise.positive?)].join(", ")
    end

    # The base of every view: a stream, a clock, and a method `on_EVENT` for each event that it shows. Threads may report at the
    # same time; the view shows one event after the other.
    class View
      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        @io = io
        @clock = clock
        @began_s = clock.call
        @showing = Monitor.new
      end

      # Takes any event, and ignores those without a method.
      #: (Symbol, **Object) -> void
      def notify(event, **facts)
        handler = :"on_#{event}"
        @showing.synchronize { send(handler, **facts) } if respond_to?(handler, true)
      end
    end

    # The capabilities of a stream. A terminal is asked each time, because it may be resized. The stream itself is asked,
    # because libraries that call `tput` or `stty` start processes during a measurement.
    class Display
      # Rows and columns of a terminal that does not report its size.
      USUAL = [24, 80].freeze
      # Columns of a file or a pipe.
      WIDE = 120
      # The minimum width, below which nothing is readable.
      LEAST = 20

      # color: "always" or "never" in place of what the stream and the environment say.
      #: (IO, ?environment: Hash[String, String], ?color: String?) -> void
      def initialize(io, environment: ENV, color: nil)
        @io = io
        @environment = environment
        @color = color
      end

      # A closed stream is not a terminal.
      def terminal?
        @io.tty?
      rescue IOError
        false
      end

      # Whether it can redraw lines.
      def draws? = terminal? && @environment["TERM"] != "dumb"

      # Whether it shows colours, and the user wants them (https://no-color.org).
      def color? = @color == "always" || (draws? && @color != "never" && @environment["NO_COLOR"].to_s.empty?)

      # Integer: columns.
      def width = terminal? ? [size.last, LEAST].max : WIDE

      # Integer: rows.
      def height = terminal? ? size.first : USUAL.first

      private

      def size
        sizes = @io.winsize.zip(@environment.values_at("LINES", "COLUMNS").map(&:to_i), USUAL)
        sizes.map { |numbers| numbers.find(&:positive?) }
      rescue SystemCallError # the terminal is gone, or has no size
        USUAL
      end
    end
  end
end
