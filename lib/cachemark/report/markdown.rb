# frozen_string_literal: true

module Cachemark
  module Report
    # A document as GitHub-flavoured Markdown, for a page, an issue or a pull request.
    class Markdown
      # Tones that need no bold.
      QUIET = [nil, "same", "passed", "faint", "right"].freeze
      private_constant :QUIET

      #: (Document) -> void
      def initialize(document)
        @document = document
      end

      def to_s
        headline = @document.headline.map { |line| "**#{text(line)}**" }
        parts = ["## #{text(@document.title)}", *headline, *@document.parts_for(:markdown).map { |part| part(part) }]
        "#{parts.reject(&:empty?).join("\n\n")}\n"
      end

      private

      def part(part)
        case part
        when Table then table(part)
        when Part::Text then text(part.text)
        when Part::List then list(part)
        when Part::Numbered then numbered(part.footnotes.sentences)
        when Part::Notes then part.sentences.map { |note| "Note: #{text(note)}" }.join("\n\n")
        when Part::Timeline then "```\n#{Terminal::Timeline.new(part, 80, Terminal::Colours.new(false))}\n```"
        when Part::Origin
          unfold(part.unfold, Provenance.new(@document.origin).sentences.map { |sentence| "- #{text(sentence)}" })
        when Part::Heading then "### #{text(part.text)}"
        else raise ArgumentError, "#{part.class} in Markdown"
        end
      end

      def table(table)
        columns = table.columns_for(:markdown, all: @document.all)
        table.sections.reject { |section| section.rows.empty? }.map do |section|
          heading = table.heading.call(section)
          [*("### #{text(heading)}\n" unless heading.empty?), *lines(columns, section.rows)].join("\n")
        end.join("\n\n")
      end

      def lines(columns, rows)
        rule = columns.map { |column| column.left? ? "---" : "---:" }
        [columns.map { |column| text(column.heading) }, rule, *rows.map { |row| columns.map { |column| cell(column, row) } }]
          .map { |cells| "| #{cells.join(" | ")} |".squeeze(" ") }
      end

      def cell(column, row)
        words = column.text(row).lines(chomp: true)
        return words.map { |line| text(line) }.join("<br>") if words.size != 1

        tone = column.tone&.call(row)
        quiet = tone.respond_to?(:call) || QUIET.include?(Vocabulary::Outcomes.tone(tone))
        quiet ? text(words.first) : "**#{text(words.first)}**"
      end

      def list(list) = unfold(list.unfold, list.items.flat_map { |item| item(Part::Item.of(item)) })

      def item(item)
        mark = item.mark if item.mark&.match?(/\w/) # a sign is only for the eye
        ["- #{text([mark, item.text].compact.join(" "))}", *item.details.map { |detail| "  - #{text([*detail].join(": "))}" },
         *("  `#{item.code}`" if item.code)]
      end

      # Lines folded under this summary; without a summary, plain lines.
      def unfold(summary, lines)
        return lines.join("\n") if summary.nil? || lines.empty?

        ["<details><summary>#{text(summary)}</summary>", lines.join("\n"), "</details>"].join("\n\n")
      end

      def numbered(sentences) = sentences.each_with_index.map { |sentence, index| "#{index + 1}. #{text(sentence)}" }.join("\n")

      # Escapes text that Markdown would treat as markup, and joins its lines.
      def text(text) = text.to_s.gsub(/[\\`*<>|\[\]]/) { |sign| "\\#{sign}" }.gsub(/\s*\n\s*/, " ")
    end
  end
end
