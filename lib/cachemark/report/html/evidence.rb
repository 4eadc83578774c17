# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      # A fault of a check and, for each cell of it to unfold, what was expected and seen: reason, history and octets.
      class Evidence < View
        template "evidence"

        # What a cell shows of its trial where there is something to be told, and where it passed.
        MUCH = { lines: 80, bytes: 160 }.freeze
        LITTLE = { lines: 10, bytes: 48 }.freeze
        private_constant :MUCH, :LITTLE

        # `cells` are [id, outcome]; `replay` makes the command that repeats one, `unsafe` the places of a sweep.
        #
        #: (Stats::Check::FaultFacts, Array[[String, Stats::Check::Outcome]], replay: #call, unsafe: #call) -> void
        def initialize(fault, cells, replay:, unsafe:)
          @fault = fault
          @cells = cells
          @replay = replay
          @unsafe = unsafe
        end

        private

        def trace(one) = Check::Trace.new(one, **(one.reported? ? MUCH : LITTLE))

        def gap?(line) = line.is_a?(Check::Trace::Gap)

        def anew(one) = Check::Anew.told([one])

        def ms(number) = format("%.3f", number)

        def tally(one) = one.n > 1 && one.points.nil? ? " (#{one.times} of #{one.n})" : ""
      end
    end
  end
end
