# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # How many cases are done: those of the contenders that the user named, and those of the controls. A case that is not
      # needed, because another one caught its mutant, counts as done. The planned number grows only while releases are
      # searched.
      class Counts
        KINDS = %i[cases controls].freeze
        private_constant :KINDS

        #: (Array[Plan::Exam]) -> void
        def initialize(exams)
          @planned = Hash.new(0)
          @done = Hash.new(0)
          plan(exams)
        end

        # Adds exams.
        #: (Array[Plan::Exam]) -> void
        def plan(exams) = exams.each { |exam| @planned[kind(exam)] += exam.cases.size }

        # A case of this exam is done.
        #: (Plan::Exam) -> void
        def done(exam) = @done[kind(exam)] += 1

        # The planned numbers.
        #: () -> {cases: Integer, controls: Integer}
        def planned = KINDS.to_h { |kind| [kind, @planned[kind]] }

        # [done, planned] of each kind.
        #: () -> {cases: [Integer, Integer], controls: [Integer, Integer]}
        def to_h = KINDS.to_h { |kind| [kind, [@done[kind], @planned[kind]]] }

        private

        def kind(exam) = exam.control ? :controls : :cases
      end
    end
  end
end
