# frozen_string_literal: true

module Cachemark
  module Report
    module Update
      # What a document of versions says, or leaves unsaid, about the machine and
      # the Ruby, where this run had others: tables side by side invite comparison.
      class Differences
        PREAMBLE = /\ATimes are from .* running .*\.\s*\z/

        #: (Array[String], Array[StandingBlock], Stats::Table) -> void
        def initialize(lines, kept, table)
          @lines = lines
          @kept = kept
          @table = table
        end

        # Sentences for the author.
        #
        #: () -> Array[String]
        def warnings = [machine, runtime].compact

        private

        def machine
          return if names?(@table.machine["cpu"]) && names?(@table.machine["os"])

          at = @lines.index { |line| line.match?(PREAMBLE) }
          where = at ? "line #{at + 1} tells of another machine" : "it does not name this machine"
          "#{where}; this run: #{Classic::Origin.new(@table).sentence}"
        end

        def runtime
          now = @table.shown.filter_map(&:runtime).uniq
          others = (@kept.filter_map(&:runtime) - now.map(&:b)).uniq
          return "tables of another Ruby stay in it: #{others.join("; ")}; this run's is #{now.join("; ")}" if others.any?

          "it names another Ruby or none; this run's is #{now.join("; ")}" if silent?(now)
        end

        # Kept tables whose headings name no Ruby, in a document that does not name this one.
        def silent?(now) = @kept.any? { |block| block.runtime.nil? } && now.any? { |runtime| !names?(runtime.split(" (").first) }
        def names?(fact) = fact && @lines.any? { |line| line.include?(fact.b) }
      end
    end
  end
end
