# frozen_string_literal: true

module Cachemark
  # What the user sees while a run goes on. The lab tells events; a view decides
  # what to make of them. Views write to the error stream only: standard output
  # belongs to the report.
  #
  # Events: :start (total_s), :environment (contender, state, gem, message), :generation (number),
  # :cell (cell), :round (generation, round, rows), :failure (cell, status,
  # reason), :pair (number, of, left_s), :verdicts (verdicts), :step (text), :warning (message), :done ().
  # `rows` and `verdicts` are lambdas: tables are made for the views that draw them, when they draw.
  module Live
    # The view that suits the stream: the table itself on a terminal, lines elsewhere
    # or where `plain` asks for them.
    #
    #: (IO, clock: #call, ?plain: bool) -> Screen | Lines
    def self.for(io, clock:, plain: false)
      io.tty? && !plain ? Screen.new(io, clock: clock) : Lines.new(io, clock: clock)
    end
  end
end
