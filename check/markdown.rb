# frozen_string_literal: true

module Check
  # The prose of a Markdown page, in paragraphs: without fenced code, comments, HTML tags and generated parts. A list item, a
  # heading and a table cell are paragraphs too.
  class Markdown
    Paragraph = Struct.new(:line, :text)

    # Parts of a page that a program writes: they are tested where they are made.
    GENERATED = /<!-- included: ([\w-]+) -->.*?<!-- end of \1 -->/m
    COMMENT = /<!--.*?-->/m
    FENCE = /^( *)```.*?^\1```$/m
    START = /\A\s*(?:[-*+] |\d+\. |#+ |> ?)/
    RULE = /\A[\s|:-]+\z/

    #: (String) -> void
    def initialize(text)
      @text = [GENERATED, COMMENT, FENCE].inject(text) { |rest, pattern| rest.gsub(pattern) { |part| "\n" * part.count("\n") } }
    end

    #: () -> Array[Paragraph]
    def paragraphs
      @paragraphs = []
      @open = nil
      @text.lines(chomp: true).each.with_index(1) { |line, number| take(line, number) }
      @paragraphs.map { |paragraph| Paragraph.new(paragraph.line, plain(paragraph.text)) }
                 .reject { |paragraph| paragraph.text.empty? }
    end

    private

    def take(line, number)
      return @open = nil if line.strip.empty? || indented_code?(line)
      return table(line, number) if line.start_with?("|")

      return @open.text << " " << line.strip if @open && !line.match?(START)

      @paragraphs << (@open = Paragraph.new(number, line.sub(START, "").strip))
      @open = nil if line.start_with?("#")
    end

    def indented_code?(line) = @open.nil? && line.start_with?("    ")

    def table(line, number)
      @open = nil
      return if line.match?(RULE)

      line.gsub(/`[^`]*`/, "`code`").split("|").each { |cell| @paragraphs << Paragraph.new(number, cell.strip) }
    end

    # Inline code counts as one word, a link as its text, an address as one word.
    def plain(text)
      text.gsub(/``[^`].*?``|`[^`]*`/, "CODE").gsub(/!?\[([^\]]*)\]\([^)]*\)/, "\\1").gsub(%r{<?https?://\S+>?}, "ADDRESS")
          .gsub(/<[^>]+>/, "").gsub(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/, "").strip
    end
  end
end
