# frozen_string_literal: true

module Cachemark
  module Stats
    # The sentences without which a verdict would be misread: those of its two cells, each under
    # its contender's name unless it is true of both, and in what the work of the two differs.
    class ComparisonFootnotes
      #: (Evidence) -> void
      def initialize(evidence)
        @footnotes = Footnotes.new(evidence)
      end

      #: (Hash, Hash) -> Array[String]
      def of(baseline, contender)
        theirs, own = [baseline, contender].map { |cell| @footnotes.of_itself(cell) }
        [*(own & theirs).map { |text| "both: #{text}" },
         *named(contender, own - theirs), *named(baseline, theirs - own).reject { |text| twin?(text) },
         *differences(contender, baseline), *differences(baseline, contender)].freeze
      end

      private

      def differences(cell, other) = named(cell, @footnotes.differences(cell, other))

      # That two are the same need not be told of both.
      def twin?(text) = text.include?(": identical to ")

      def named(cell, sentences) = sentences.map { |sentence| "#{cell["contender"]}: #{sentence}" }
    end
  end
end
