# frozen_string_literal: true

module Cachemark
  module Plan
    # A contender and the cases that it is put to; control: nil for what is examined, "socket" for the
    # reference, which must pass, or the name of the mutant that must be caught;
    # peers: contenders with whom it shares servers in cases about others;
    # retest: an outcome that decides where it changed is looked at again.
    Exam = Value.define(:contender, :cases, control: nil, retest: false, peers: [].freeze)

    # What is examined, and what is known.
    class Exam
      # The control that must pass everything.
      REFERENCE = Vocabulary::References::SOCKET
      # Trials that show whether it is judged wrongly.
      REFERENCE_TRIES = 3
      private_constant :REFERENCE_TRIES

      # Whether it is of a control that must be caught.
      #
      #: () -> bool
      def mutant? = !control.nil? && control != REFERENCE

      # How often cases are tried, for Lab::Check::Repeats, less where the outcome is known: a mutant that is caught once
      # is caught.
      #
      #: () -> Hash[Symbol, Object]
      def effort
        return {} unless control

        mutant? ? { once_bad: true } : { most: REFERENCE_TRIES }
      end

      # The same, some cases at a time, fewer where they wait long.
      #
      #: (Integer, ?waits_ms: Numeric) -> Array[Exam]
      def parts(size, waits_ms: Float::INFINITY)
        some = cases.each_with_object([]) do |one, parts|
          full = parts.empty? || parts.last.size == size || [*parts.last, one].sum(&:waits_ms) > waits_ms
          full ? parts << [one] : parts.last << one
        end
        some.map { |part| with(cases: part) }
      end

      # The same, the cases that wait longest first.
      #
      #: () -> Exam
      def longest_first = with(cases: cases.sort_by.with_index { |one, at| [-one.waits_ms, at] })

      # About what its cases wait, all together.
      #
      #: () -> Integer
      def waits_ms = cases.sum(&:waits_ms)

      # Its long cases, and its others; without those that it has none of.
      #
      #: () -> Array[Exam]
      def by_length = cases.partition(&:long?).reject(&:empty?).map { |some| with(cases: some) }

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
          parts = rest.flat_map { |exam| exam.longest_first.parts(size, waits_ms: WAITS_MS) }
          parts += mutants.flat_map { |exam| exam.parts(size) }
          new(long: long.flat_map { |exam| exam.parts(1) }, rest: parts.sort_by.with_index { |part, at| [-part.waits_ms, at] })
        end
      end
    end
  end
end
