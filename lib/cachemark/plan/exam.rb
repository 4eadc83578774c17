# frozen_string_literal: true

module Cachemark
  module Plan
    # A contender and the cases that it is put to; control: nil for what is examined, "socket" for the
    # reference, which must pass, or the name of the flaw that must be caught;
    # peers: contenders with whom it shares servers in cases about others;
    # retest: an outcome that decides where it changed is looked at again.
    Exam = Value.define(:contender, :cases, control: nil, retest: false, peers: [].freeze)

    # What is examined, and what is known.
    class Exam
      # The control that must pass everything.
      REFERENCE = "socket"
      # Trials that show whether it is judged wrongly.
      REFERENCE_TRIES = 3
      private_constant :REFERENCE_TRIES

      # Whether it is of a control that must be caught.
      #
      #: () -> bool
      def flaw? = !control.nil? && control != REFERENCE

      # How often cases are tried, for Lab::Repetition, less where it is known what must come of it: a flaw that is caught once
      # is caught.
      #
      #: () -> Hash[Symbol, Object]
      def effort
        return {} unless control

        flaw? ? { once_bad: true } : { most: REFERENCE_TRIES }
      end

      # The same, some cases at a time.
      #
      #: (Integer) -> Array[Exam]
      def parts(size) = cases.each_slice(size).map { |some| with(cases: some) }

      # Its long cases, and its others; without those that it has none of.
      #
      #: () -> Array[Exam]
      def by_length = cases.partition(&:long?).reject(&:empty?).map { |some| with(cases: some) }
    end
  end
end
