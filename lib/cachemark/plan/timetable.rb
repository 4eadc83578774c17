# frozen_string_literal: true

module Cachemark
  module Plan
    # When the calls of one block are due (`due`, ns after its start, in order), and what they make:
    # `iterations` of the scenario (a Rational where they are part of one), with as many more or fewer as
    # several workers leave unfinished (`spare`).
    Timetable = Value.define(:due, :iterations, spare: 0) do
      # Of a cell's calls: each of `workers` makes the steps in turn, from the first, so that of several
      # steps nobody knows beforehand how far each of them comes.
      #
      #: (Cell, Array[Integer]) -> Timetable
      def self.of(cell, due)
        made = Rational(due.size, cell.scenario.calls)
        spare = cell.scenario.steps.size > 1 ? cell.workers - 1 : 0
        new(due: due, iterations: made.denominator == 1 ? made.to_i : made, spare: spare)
      end

      # As a driver is told, and as a record keeps it: base64 over little-endian uint64.
      #
      #: () -> String
      def to_wire = [due.pack("Q<*")].pack("m0")

      # Seconds until the last call is due.
      #
      #: () -> Float
      def span_s = due.last / 1e9
    end
  end
end
