# frozen_string_literal: true

module Cachemark
  module Report
    # Breaks sentences at blanks.
    module Wrap
      # `head` and the words after it in lines of at most `width` characters, all but the first
      # indented by the head's size; a longer word stands alone.
      #
      #: (String, Integer, ?head: String) -> String
      def self.text(text, width, head: "")
        room = [width - head.size, 1].max
        lines = text.split.each_with_object([]) do |word, lines|
          fits = lines.any? && lines.last.size + word.size < room
          fits ? lines.last << " " << word : lines << word.dup
        end
        head + lines.join("\n#{" " * head.size}")
      end

      # The text cut to `width` characters, its end marked.
      #
      #: (String, Integer) -> String
      def self.cut(text, width) = text.size > width ? "#{text[0, [width - 1, 0].max]}…" : text
    end
  end
end
