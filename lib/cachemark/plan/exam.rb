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

      # How often cases are tried, for Lab::Check::Repeats, less where it is known what must come of it: a mutant that is caught once
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
      def patient_first = with(cases: cases.sort_by.with_index { |one, at| [-one.waits_ms, at] })

      # About what its cases wait, all together.
      #
      #: () -> Integer
      def waits_ms = cases.sum(&:waits_ms)

      # Its long cases, and its others; without those that it has none of.
      #
      #: () -> Array[Exam]
      def by_length = cases.partition(&:long?).reject(&:empty?).map { |some| with(cases: some) }
    end
  end
end
