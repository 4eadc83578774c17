# frozen_string_literal: true

module Cachemark
  module Plan
    # The work of servers, as memcached counts it: reads per key. `sets` counts every command that brings a value, even if
    # the value was not stored. The creation of a counter by its first increment is not counted.
    class Work < Value.define(**Vocabulary::Operations::COUNTERS.transform_values { 0 })
      # The counters of reads, which change nothing.
      READS = %i[hits misses].freeze
      private_constant :READS

      # From numbers in the order of Vocabulary::Operations::COUNTERS.
      #: (Array[Integer]) -> Work
      def self.of(numbers) = new(**members.zip(numbers).to_h)

      #: (Work) -> Work
      def +(other) = combined(other, :+)

      #: (Work) -> Work
      def -(other) = combined(other, :-)

      #: (Integer) -> Work
      def *(other) = Work.of(to_a.map { |number| number * other })

      # Nil if the result is not whole.
      #: (Integer) -> Work?
      def /(other) = to_a.all? { |number| (number % other).zero? } ? Work.of(to_a.map { |number| number / other }) : nil

      # The number of operations other than reads. A client can make them without waiting for the reply.
      #: () -> Integer
      def changes = (members - READS).sum { |name| self[name] }

      # "3 hits and 1 set": the counters named, by default those that are not 0.
      #: (Array[Symbol]) -> String
      def in_words(names = members.reject { |name| self[name].zero? })
        words = names.map { |name| "#{self[name]} #{word(name)}" }
        words.any? ? Vocabulary.list(words) : "nothing"
      end

      # The same work where memcached counted touches of absent keys as missed reads, which it does for meta commands. `most` is
      # the upper bound if the expected work is a range.
      #: (Work, ?Work) -> Work
      def with_touches_of(least, most = least)
        all = misses + touch_misses
        return self unless touch_misses < least.touch_misses
        return self unless all.between?(least.misses + least.touch_misses, most.misses + most.touch_misses)

        touches = [all - most.misses, least.touch_misses].max
        with(misses: all - touches, touch_misses: touches)
      end

      #: (Work) -> Array[Symbol]
      def differing(other) = members.reject { |name| self[name] == other[name] }

      private

      def word(name)
        words = name.to_s.tr("_", " ")
        self[name] == 1 ? words.sub(/(?<=miss)es\z|s\z/, "") : words
      end

      def combined(other, operation) = Work.of(to_a.zip(other.to_a).map { |mine, theirs| mine.public_send(operation, theirs) })
    end
  end
end
