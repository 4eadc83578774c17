# frozen_string_literal: true

module Cachemark
  module Plan
    # Exams dealt out to drivers, each of which takes on some cases of one contender. `long` have one case each, of as many
    # trials as there are bytes or lines, which keeps a core busy; `rest` wait most of the time. Both Array[Exam].
    Shares = Value.define(:long, :rest)

    # Of a flaw's cases the first that catches it ends them: they stay together.
    class Shares
      # Cases that one driver takes on: enough to be worth its start, few enough to share the work out evenly.
      PART = 4..20
      private_constant :PART

      # lanes: drivers at work at once.
      #
      #: (Array[Exam], lanes: Integer) -> Shares
      def self.of(exams, lanes:)
        size = (exams.sum { |exam| exam.cases.size } / (4.0 * lanes)).ceil.clamp(PART)
        flaws, others = exams.partition(&:flaw?)
        long, rest = others.flat_map(&:by_length).partition { |exam| exam.cases.first.long? }
        new(long: long.flat_map { |exam| exam.parts(1) }, rest: (rest + flaws).flat_map { |exam| exam.parts(size) })
      end
    end
  end
end
