# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # How many cases are done: those of the contenders that the user named, and those of the controls. A case that is not
      # needed, because another one caught its mutant, counts as done. The planned number grows when a mutant is tried once more,
      # and while releases are searched.
      #
      # The share of the time goes by the time that cases took, and are expected to take. Where a client hangs, a case takes much
      # longer than planned, and so do others of the same fault. So a case is expected to exceed its plan as those of its
      # contender and fault did, or else as all did.
      class Counts
        KINDS = %i[cases controls].freeze
        private_constant :KINDS

        # The time of the cases of a contender and fault, in ms: planned for those that are `left` and for those that were
        # `tried`, and what these `took`.
        Spent = Struct.new(:left, :tried, :took)
        private_constant :Spent

        #: (Array[Plan::Exam]) -> void
        def initialize(exams)
          @planned = Hash.new(0)
          @done = Hash.new(0)
          @times = Hash.new { |times, key| times[key] = Spent.new(0, 0, 0) }
          plan(exams)
        end

        # Adds exams.
        #: (Array[Plan::Exam]) -> void
        def plan(exams)
          exams.each do |exam|
            @planned[kind(exam)] += exam.cases.size
            exam.cases.each { |one| time(exam, one).left += exam.expected_ms(one) }
          end
        end

        # A case of this exam is done. `took_ms` is nil if it was not tried.
        #: (Plan::Exam, Fault::Case, ?Float?) -> void
        def done(exam, fault_case, took_ms = nil)
          @done[kind(exam)] += 1
          time, planned_ms = time(exam, fault_case), exam.expected_ms(fault_case)
          time.left -= planned_ms
          return unless took_ms

          time.tried += planned_ms
          time.took += took_ms
        end

        # The planned numbers.
        #: () -> {cases: Integer, controls: Integer}
        def planned = KINDS.to_h { |kind| [kind, @planned[kind]] }

        # [done, planned] of each kind, and the share of the time.
        #: () -> {cases: [Integer, Integer], controls: [Integer, Integer], share: Float}
        def to_h = { **KINDS.to_h { |kind| [kind, [@done[kind], @planned[kind]]] }, share: share }

        private

        def kind(exam) = exam.control ? :controls : :cases

        def time(exam, fault_case) = @times[[exam.contender.id, fault_case.fault.id]]

        def share
          times = @times.values
          tried, took = times.sum(&:tried), times.sum(&:took)
          factor = tried.zero? ? 1.0 : took.fdiv(tried)
          left = times.sum { |time| time.left * (time.tried.zero? ? factor : time.took.fdiv(time.tried)) }
          left.zero? ? 1.0 : took / (took + left)
        end
      end
    end
  end
end
