# frozen_string_literal: true

module Cachemark
  module Stats
    # What is wrong with a machine. Each rule has a NAME, what it looks at, and answers `of(patient)` with symptoms,
    # none where all is well, or with nil where that cannot be known here. A new rule is a file and a word below.
    class Symptoms
      RULES = [Memcached, Cores, Pinning, Measured, SameCode, Steal, Neighbours, Load, Quota, Memory, Governor, Turbo, Siblings,
               ClockSource, Building, Runtimes, Room, Releases].freeze

      #: (Patient) -> void
      def initialize(patient)
        @found = RULES.to_h { |rule| [rule::NAME, rule.of(patient)] }
      end

      # Array[Symptom]: what costs most first.
      def all = @all ||= @found.values.compact.flatten.sort_by.with_index { |symptom, at| [symptom.place, at] }.freeze

      # Array[String]: what was looked at and is well.
      def fine = names { |symptoms| symptoms&.empty? }

      # Array[String]: what is not told here.
      def unknown = names(&:nil?)

      private

      def names = @found.select { |_name, symptoms| yield symptoms }.keys.freeze
    end
  end
end
