# frozen_string_literal: true

module Cachemark
  module Plan
    # Exams dealt out to drivers, each of which takes on some cases of one contender. `long` have one case each, of as many
    # trials as there are bytes or lines, which keeps a core busy; `rest` wait most of the time, those that wait longest
    # first, so that at the end nobody waits alone. Both Array[Exam].
    Shares = Value.define(:long, :rest)

    # Of a mutant's cases the first that catches it ends them: they stay together.
    class Shares
      # Cases that one driver takes on: enough to be worth its start, few enough to share the work out evenly.
      PART = 4..20
      # And what they wait together.
      WAITS_MS = 8_000
      private_constant :PART, :WAITS_MS

      # lanes: drivers at work at once.
      #
      #: (Array[Exam], lanes: Integer) -> Shares
      def self.of(exams, lanes:)
        size = (exams.sum { |exam| exam.cases.size } / (4.0 * lanes)).ceil.clamp(PART)
        mutants, others = exams.partition(&:mutant?)
        long, rest = others.flat_map(&:by_length).partition { |exam| exam.cases.first.long? }
        parts = rest.flat_map { |exam| exam.patient_first.parts(size, waits_ms: WAITS_MS) }
        parts += mutants.flat_map { |exam| exam.parts(size) }
        new(long: long.flat_map { |exam| exam.parts(1) }, rest: parts.sort_by.with_index { |part, at| [-part.waits_ms, at] })
      end
    end
  end
end
