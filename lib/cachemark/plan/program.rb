# frozen_string_literal: true

module Cachemark
  module Plan
    # A published program and the clients that it loaded into its one process. If one program had all clients, contenders
    # whose gems agree share it; a gem in two versions makes two programs. If a contender was started again for each mode,
    # each mode is a program.
    class Program
      # Contender: has the gems and shims of all members.
      attr_reader :contender

      # Array[Contender]: the contenders that run in it, in order.
      attr_reader :members

      # String: unique in a run.
      attr_reader :id

      # String: the mode of its calls.
      attr_reader :mode

      # The fewest programs that hold all contenders, in order. Without `share`, each contender is a program.
      #: (Array[Contender], ?share: bool) -> Array[Program]
      def self.of(contenders, share: true)
        contenders.each_with_object([]) do |contender, groups|
          group = groups.find { |members| share && members.all? { |member| fits?(member, contender) } }
          group ? group << contender : groups << [contender]
        end.each_with_index.map { |members, index| new(members, "p#{index + 1}") }
      end

      # One program for each contender and mode, in the order of the cells.
      #: (Array[Cell]) -> Array[Program]
      def self.of_modes(cells)
        cells.uniq(&:lane).each_with_index.map { |cell, index| new([cell.contender], "p#{index + 1}", mode: cell.mode) }
      end

      def self.fits?(one, other)
        one.runtime == other.runtime && [one, other].all? { |contender| %w[gem none].include?(contender.source.kind) } &&
          one.gems.merge(other.gems) { |_, first, second| return false if first != second }
      end
      private_class_method :fits?

      #: (Array[Contender], String, ?mode: String) -> void
      def initialize(members, id, mode: Vocabulary::Mode::SYNC.name)
        @id = id
        @mode = mode
        @members = members.freeze
        lead = members.max_by { |member| member.gems.size }
        @contender = members.size == 1 ? lead : whole(lead)
        freeze
      end

      #: (Cell) -> bool
      def serves?(cell) = cell.mode == mode && members.any? { |member| member.id == cell.contender.id }

      # The gems of the program that only its other members need.
      #: (Contender) -> Array[String]
      def foreign_gems(member) = contender.gems.keys - member.gems.keys

      private

      def whole(lead)
        lead.with(id: "the published program (#{members.first.id} and #{members.size - 1} more)", refusal: nil,
                  gems: members.map(&:gems).reduce(:merge), shims: members.flat_map(&:shims).uniq,
                  left_out: members.flat_map(&:left_out).uniq)
      end
    end
  end
end
