# frozen_string_literal: true

module Cachemark
  # What the user sees during a run. The lab reports events; a view decides
  # what to make of them. Views write to the error stream only: standard output
  # belongs to the report.
  #
  # Events: :environment (contender, state, gem, message), :start (total_s, and what else says how long it takes and
  # how sharp it gets: Progress#start), :generation (number), :proof (cell), :cell (cell), :round (generation, number, rows),
  # :failure (cell, status, reason), :pair (number, of, left_s), :verdicts (verdicts), :step (text),
  # :case (done, of, name, outcome, bad, reason), one case of a check;
  # :disturbance (found), :warning (message), :done ().
  # `rows` and `verdicts` are lambdas: tables are made for the views that draw them, when they draw.
  # `found` is {String => Float}: what disturbs the measured cores now, and how much of their time it takes.
  module Live
    # The view that suits the stream: the table itself on a terminal, lines elsewhere
    # or where `plain` asks for them.
    #
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
  end
end
