# frozen_string_literal: true

require "ripper"
require "strings"

module Check
  # The comments of a source as paragraphs: consecutive lines are one, and so is each item of a list. Signatures, directives
  # and indented examples are no prose.
  class Comments < Ripper
    Paragraph = Strings::Sentence
    # [line, column, the text behind the sign]
    NO_PROSE = /\A(?::|!|   |\s*(?:frozen_string_literal|encoding|rubocop|shellcheck|-\*-)|\s*\z)/

    # Of a file's text, by the suffix of its path: .py, .yml or .sh, else Ruby.
    #
    #: (String, String) -> Array[Paragraph]
    def self.of(path, source)
      case File.extname(path)
      when ".py" then paragraphs(lines(source)) + docstrings(source)
      when ".yml", ".sh" then paragraphs(lines(source))
      else paragraphs(new(source).comments)
      end
    end

    # Lines that are comments alone.
    def self.lines(source)
      source.lines(chomp: true).each.with_index(1).filter_map do |line, number|
        [number, line.index("#"), line.lstrip.delete_prefix("#")] if line.match?(/\A\s*#/)
      end
    end

    def self.docstrings(source)
      source.to_enum(:scan, /^( *)"""(.*?)"""/m).flat_map do
        line = $~.pre_match.count("\n") + 1
        prose = $~[2].lines.grep_v(/\A#{$~[1]}    /).join
        prose.split(/\n\s*\n/).map { |text| Paragraph.new(line, plain(text.gsub(/\s+/, " "))) }
      end
    end

    def self.paragraphs(comments)
      item = false
      prose = comments.select do |_, _, text|
        item = text.start_with?(" - ") || (item && text.start_with?("   "))
        item || !text.match?(NO_PROSE)
      end
      blocks = prose.slice_when do |before, after|
        after[0] != before[0] + 1 || after[1] != before[1] || after[2].start_with?(" - ")
      end
      blocks.map { |block| Paragraph.new(block.first[0], plain(block.map { |_, _, text| text.strip }.join(" "))) }
    end

    # Code counts as one word.
    def self.plain(text) = text.gsub(/`[^`]*`/, "CODE").strip
    private_class_method :lines, :docstrings, :paragraphs, :plain

    #: () -> Array[[Integer, Integer, String]]
    def comments
      @comments = []
      parse
      @comments
    end

    private

    def on_comment(text) = @comments << [lineno, column, text.chomp.delete_prefix("#")]
  end
end
