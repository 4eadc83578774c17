# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # A fault of a check on a page and, for each cell of it to unfold, what was expected and seen: reason, history and bytes.
      class Evidence < HTML::View
        template "evidence"

        # What a cell shows of its trial where there is something to report, and where it passed.
        MUCH = { lines: 80, bytes: 160 }.freeze
        LITTLE = { lines: 10, bytes: 48 }.freeze
        private_constant :MUCH, :LITTLE

        # `cells` are [id, outcome] of one fault.
        #
        #: (Stats::Check, Sentences::Check, Array[[String, Stats::Check::Outcome]]) -> void
        def initialize(check, words, cells)
          @check = check
          @words = words
          @cells = cells
          @fault = check.fault(cells.first.last)
        end

        private

        def trace(one) = Trace.new(one, **(one.reported? ? MUCH : LITTLE))
        def gap?(line) = line.is_a?(Trace::Gap)
        def repeated(one) = Sentences::CheckNotes.repeated([one])
        def replay(one) = Check.replay(@check, one)
        def unsafe(one) = @words.unsafe(one)
        def ms(number) = format("%.3f", number)
        def tally(one) = one.n > 1 && one.points.nil? ? " (#{one.times} of #{one.n})" : ""
      end
    end
  end
end
