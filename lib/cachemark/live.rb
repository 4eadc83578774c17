# frozen_string_literal: true

require "io/console"

module Cachemark
  # What the user sees during a run. The lab reports events; a view decides
  # what to make of them. Views write to the error stream only: standard output
  # belongs to the report.
  #
  # Events: :environment (contender, state, gem, message), :start (total_s, and what else says how long it takes and how
  # precise it gets: Screen::Progress#start), :generation (number), :proof (cell), :cell (cell),
  # :round (generation, number, rows), :failure (cell, status, reason), :pair (number, of, left_s), :verdicts (verdicts),
  # :step (text), :case (done, of, name, outcome, bad, reason), one case of a check; :disturbance (found),
  # :warning (message), :done ().
  # `rows` and `verdicts` are lambdas: tables are made for the views that draw them, when they draw.
  # `found` is {String => Float}: what disturbs the measured cores now, and how much of their time it takes.
  module Live
    # The view that suits the stream: the table itself on a terminal, lines elsewhere
    # or where `plain` asks for them.
    #: (IO, clock: #call, ?plain: bool, ?display: Display) -> Screen | Lines
    def self.for(io, clock:, plain: false, display: Display.new(io))
      display.draws? && !plain ? Screen.new(io, clock: clock, display: display) : Lines.new(io, clock: clock)
    end

    # The base of every view: a stream, a clock, and a method `on_EVENT` for each event that it shows.
    class View
      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        @io = io
        @clock = clock
        @began_s = clock.call
      end

      # Takes any event, and ignores those without a method.
      #: (Symbol, **Object) -> void
      def tell(event, **facts)
        handler = :"on_#{event}"
        send(handler, **facts) if respond_to?(handler, true)
      end
    end

    # What a stream can show. A terminal is asked each time, for it is resized while it is drawn on; by the
    # stream itself, because libraries that call `tput` or `stty` start processes during a measurement.
    class Display
      # Rows and columns of a terminal that does not report its size.
      USUAL = [24, 80].freeze
      # Columns of a file or a pipe.
      WIDE = 120
      # Columns below which nothing can be read anyway.
      LEAST = 20

      #: (IO, ?environment: Hash[String, String]) -> void
      def initialize(io, environment: ENV)
        @io = io
        @environment = environment
      end

      # A stream that is closed is none.
      def terminal?
        @io.tty?
      rescue IOError
        false
      end

      # Whether it can draw again what it has drawn.
      def draws? = terminal? && @environment["TERM"] != "dumb"

      # Whether it shows colours, and its user wants them (https://no-color.org).
      def color? = draws? && @environment["NO_COLOR"].to_s.empty?

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
