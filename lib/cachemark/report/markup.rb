# frozen_string_literal: true

module Cachemark
  module Report
    # Pieces of Markdown, as GitHub reads it.
    module Markup
      class << self
        # What a reader of Markdown would take for markup stays text, on one line.
        #
        #: (Object) -> String
        def text(text) = text.to_s.gsub(/[\\`*<>|\[\]]/) { |sign| "\\#{sign}" }.gsub(/\s*\n\s*/, " ")

        # A table; the columns whose headings are in `left` are aligned there, the others right.
        #
        #: (Array[String], Array[Array[String]], ?left: Array[String]) -> String
        def table(headings, rows, left: headings.first(1))
          rule = headings.map { |heading| left.include?(heading) ? "---" : "---:" }
          [headings, rule, *rows].map { |cells| "| #{cells.join(" | ")} |".squeeze(" ") }.join("\n")
        end

        # Sentences as a list.
        #
        #: (Array[String]) -> String
        def list(sentences) = sentences.map { |sentence| "- #{text(sentence)}" }.join("\n")

        # Sentences under their numbers.
        #
        #: (Array[String]) -> String
        def numbered(sentences) = sentences.each_with_index.map { |sentence, index| "#{index + 1}. #{text(sentence)}" }.join("\n")

        # Text that a click unfolds; nothing where there is nothing to unfold.
        #
        #: (String, *String) -> String
        def details(summary, *parts)
          parts = parts.reject(&:empty?)
          return "" if parts.empty?

          ["<details><summary>#{text(summary)}</summary>", *parts, "</details>"].join("\n\n")
        end
      end
    end
  end
end
