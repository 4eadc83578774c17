# frozen_string_literal: true

# The contents of a report, apart from its wording and layout: the titles of its columns, the rows of its tables and its
# paragraphs, each as plain text. It is made from a report for a terminal, from Markdown or from HTML.
class Shown
  # `above` is the heading over the row, `cells` are texts, `notes` is how many footnotes the row refers to.
  Row = Struct.new(:above, :cells, :notes) do
    def text = cells.join("  ")
    def label = cells.first.to_s
  end

  attr_reader :titles, :rows, :paragraphs

  #: (String, String) -> Shown
  def self.of(format, text)
    case format
    when /\Aterminal/ then Terminal.new(text).shown
    when "html" then Html.new(text).shown
    else Markdown.new(text).shown
    end
  end

  # From what `to_h` answered.
  #: (Hash) -> Shown
  def self.load(kept)
    new(titles: kept["titles"], rows: kept["rows"].map { |above, cells, notes| Row.new(above, cells, notes) },
        paragraphs: kept["paragraphs"])
  end

  #: (titles: Array[String], rows: Array[Row], paragraphs: Array[String]) -> void
  def initialize(titles:, rows:, paragraphs:)
    @titles = titles.map { |text| squeeze(text) }.reject(&:empty?).uniq
    @rows = rows.map { |row| Row.new(squeeze(row.above), row.cells.map { |cell| squeeze(cell) }, row.notes) }
    @paragraphs = paragraphs.map { |text| squeeze(text) }.reject(&:empty?).uniq
  end

  def to_h = { "titles" => titles, "rows" => rows.map(&:to_a), "paragraphs" => paragraphs }

  # The same with each text changed.
  #: () { (String) -> String } -> Shown
  def map(&change)
    Shown.new(titles: titles.map(&change), paragraphs: paragraphs.map(&change),
              rows: rows.map { |row| Row.new(change.call(row.above), row.cells.map(&change), row.notes) })
  end

  private

  def squeeze(text) = text.to_s.gsub(/[[:space:]]+/, " ").strip

  # A report for a terminal. A line of dashes is under the titles of a table; columns are two spaces apart.
  class Terminal
    PROSE = /\A(Note|Record|Next|Open loop|Effect|Time per call)\b|\A\d+ {2}\S/
    GAP = /(?<=\S) {2,}(?=\S)/
    RULE = /\A-{8,}\s*\z/
    private_constant :PROSE, :GAP, :RULE

    #: (String) -> void
    def initialize(text)
      @lines = text.lines.map(&:chomp)
      @titles = []
      @rows = []
      @paragraphs = []
      @above = ""
    end

    #: () -> Shown
    def shown
      @lines.slice_when { |one, other| one.strip.empty? != other.strip.empty? }.each { |chunk| read(chunk) }
      Shown.new(titles: @titles, rows: @rows, paragraphs: @paragraphs)
    end

    private

    def read(chunk)
      return if chunk.first.strip.empty?
      return prose(chunk) if chunk.first.match?(PROSE)

      rule = chunk.index { |line| line.match?(RULE) }
      if rule
        above = chunk[0...(rule - 1)]
        head(above.pop) if above.last.to_s.match?(/\A {8,}\S/)
        prose(above)
        head(chunk[rule - 1])
        chunk = chunk[(rule + 1)..]
      end
      chunk.any? { |line| line.match?(GAP) } ? table(chunk, ruled: !rule.nil?) : prose(chunk)
    end

    # A footnote or a note begins a paragraph; what is indented goes on with it.
    def prose(lines)
      lines.slice_before { |line| line.match?(/\A\S/) && line.match?(PROSE) }.each do |some|
        @paragraphs << some.map(&:strip).join(" ").sub(/\A\d+ {2}(?=\S)/, "") if some.any?
      end
      @above = lines.last.to_s unless lines.size > 1
    end

    def head(line)
      @titles.concat(line.strip.split(GAP))
      @notes = line.index(/notes\s*\z/)
    end

    def table(lines, ruled:)
      loose = []
      lines.each do |line|
        if line.match?(/\A {8,}\S/) && ruled && @rows.any? then @rows.last.cells.concat(line.strip.split(GAP))
        elsif line.strip.match?(GAP) then row(line)
        else
          @above = line
          loose << line.strip
        end
      end
      @paragraphs << loose.join(" ")
    end

    def row(line)
      notes = @notes && line.size > @notes && line[@notes..].match?(/\A\d+(,\d+)*\z/) ? line[@notes..].split(",").size : 0
      cells = (notes.positive? ? line[0...@notes] : line).strip.split(GAP)
      if cells.drop(1).all? { |cell| cell.match?(/\A\(.*\)\z/) } # the name of a group, with its version
        @above = line
        @paragraphs << line
      else
        @rows << Row.new(@above, cells, notes)
      end
    end
  end

  # A table of pipes, lists, headings.
  class Markdown
    #: (String) -> void
    def initialize(text)
      @lines = text.lines.map(&:chomp)
    end

    #: () -> Shown
    def shown
      titles = []
      rows = []
      paragraphs = []
      above = ""
      notes = nil
      @lines.each_with_index do |line, index|
        if line.start_with?("|")
          cells = cells(line)
          if rule?(@lines[index + 1].to_s)
            titles.concat(cells)
            notes = cells.index("notes")
          elsif !rule?(line)
            rows << row(above, cells, notes)
          end
        else
          above = plain(line) unless line.strip.empty?
          paragraphs << plain(line).sub(/\A(\d+\.|[-*]|#+) /, "")
        end
      end
      Shown.new(titles: titles, rows: rows, paragraphs: paragraphs)
    end

    private

    def rule?(line) = line.match?(/\A\|( :?-+:? \|)+\z/)

    def cells(line) = line.delete_prefix("|").delete_suffix("|").split(/(?<!\\)\|/, -1).map { |cell| plain(cell).strip }

    def row(above, cells, notes)
      references = notes ? cells[notes].to_s.scan(/\d+/).size : 0
      Row.new(above, cells.each_with_index.reject { |_, index| index == notes }.map(&:first), references)
    end

    def plain(text) = text.gsub(/<[^>]*>/, " ").gsub("**", "").delete("`").gsub(/\\([\[\]|*_<>\\`#])/, '\1')
  end
end
