# frozen_string_literal: true

module Cachemark
  module Plan
    # The published programs loaded every client into one process. Contenders whose
    # gems agree share a program; a gem in two versions makes two programs.
    class Program
      # Contender: one that stands for all, with every gem and shim of theirs.
      attr_reader :contender

      # Array[Contender]: who runs in it, in their order.
      attr_reader :members

      # The fewest programs that hold all contenders, in their order.
      #: (Array[Contender]) -> Array[Program]
      def self.of(contenders)
        contenders.each_with_object([]) do |contender, groups|
          group = groups.find { |members| members.all? { |member| fits?(member, contender) } }
          group ? group << contender : groups << [contender]
        end.map { |members| new(members) }
      end

      def self.fits?(one, other)
        one.ruby == other.ruby && [one, other].all? { |contender| %w[gem none].include?(contender.source.kind) } &&
          one.gems.merge(other.gems) { |_, first, second| return false if first != second }
      end
      private_class_method :fits?

      #: (Array[Contender]) -> void
      def initialize(members)
        @members = members.freeze
        lead = members.max_by { |member| member.gems.size }
        @contender = members.size == 1 ? lead : whole(lead)
        freeze
      end

      private

      def whole(lead)
        lead.with(id: "the published program (#{members.first.id} and #{members.size - 1} more)", refusal: nil,
                  gems: members.map(&:gems).reduce(:merge), shims: members.flat_map(&:shims).uniq,
                  left_out: members.flat_map(&:left_out).uniq)
      end
    end
  end
end
