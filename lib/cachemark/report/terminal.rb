# frozen_string_literal: true

# Loaded on first use, because help and lists do without them.
autoload :Pastel, "pastel"
autoload :Unicode, "unicode/display_width"

module Cachemark
  module Report
    # A document for people at a terminal: the answer first, tables as wide as the terminal, the next steps last.
    class Terminal
      SET_IN = "    "
      private_constant :SET_IN

      #: (Document, ?width: Integer, ?color: bool) -> void
      def initialize(document, width: 80, color: false)
        @document = document
        @width = width
        @colours = Colours.new(color)
        @left_out = []
        @caveats = []
      end

      # The parts, separated by empty lines.
      def to_s
        parts = [headline, *headed(@document.parts_for(:terminal)), *closing].reject(&:empty?)
        parts.map { |part| "#{part}\n" }.join("\n")
      end

      private

      def headline
        title = [(@document.title if @document.titled)].compact.map { |line| @colours.strong(wrap(line)) }
        [*title, *@document.headline.map { |line| @colours.tone(@document.tone || "strong", wrap(line)) }].join("\n")
      end

      # The texts of parts. A heading is directly above the first part below it.
      def headed(parts)
        heading = nil
        parts.map do |part|
          next (heading = part(part)) && "" if part.is_a?(Part::Heading)

          text = part(part)
          text.empty? ? text : [*heading, text].join("\n").tap { heading = nil }
        end
      end

      def part(part)
        case part
        when Table then table(part)
        when Part::Text then @colours.tone(part.tone, wrap(part.text))
        when Part::List then list(part)
        when Part::Numbered then numbered(part.footnotes.sentences)
        when Part::Notes then notes([*part.sentences, *@caveats, *@left_out])
        when Part::Origin
          Provenance.new(@document.origin).sentences.map { |sentence| @colours.faint(wrap(sentence)) }.join("\n")
        when Part::Heading then @colours.strong(wrap(part.text))
        when Part::Timeline then Timeline.new(part, @width, @colours).to_s
        when Part::TextChart then TextChart.new(part, @width, @colours).to_s
        else raise ArgumentError, "#{part.class} in a terminal"
        end
      end

      def table(table)
        return "" if table.rows.empty?
        return split(table) if table.split

        grid = grid(table, table.columns_for(:terminal, all: @document.all))
        missed = grid.left_out.select { |column| column.keep <= table.missed }.map(&:heading)
        @left_out = ["no room for #{missed.join(" and ")}: a terminal of #{grid.needed} columns shows all"] if missed.any?
        @caveats = grid.shown.filter_map { |column| column.caveat&.call(table.rows) }
        grid.to_s
      end

      def grid(table, columns) = Grid.new(columns, table.sections, @width, @colours, heading: table.heading)

      # As many columns in each table as fit, in addition to the first column.
      def split(table)
        first, *others = table.columns_for(:terminal, all: @document.all)
        groups = others.each_with_object([]) do |column, groups|
          fits = groups.any? && grid(table, [first, *groups.last, column]).needed <= @width
          fits ? groups.last << column : groups << [column]
        end
        groups.map { |columns| grid(table, [first, *columns]).to_s }.join("\n\n")
      end

      # Items hang alike, if one of them has code.
      def list(list)
        items = list.items.map { |item| Part::Item.of(item) }
        items.map { |item| item(item, list.indent, set_in: items.any?(&:code)) }.join("\n")
      end

      def item(item, indent, set_in:)
        mark = "#{item.mark} " if item.mark
        text = set_in ? hanging("#{mark}#{item.text}") : wrap(item.text, "#{indent}#{mark}")
        text = mark ? text.sub(item.mark) { @colours.tone(item.tone, item.mark) } : @colours.tone(item.tone, text)
        inset = " " * (set_in ? SET_IN.size : [mark.to_s.size, 6].min)
        [text, *details(item.details, inset), *(@colours.faint("#{SET_IN}#{item.code}") if item.code)].join("\n")
      end

      # Each detail with a name has its own line.
      def details(details, inset)
        width = details.grep(Array).map { |name, _| Wrap.columns(name) }.max
        details.map do |name, text|
          text ? Wrap.cut("#{inset}#{Wrap.pad(name, width)}  #{text}", @width) : wrap(name, inset)
        end
      end

      # Indents all lines after the first.
      def hanging(text) = Wrap.text(text, @width, head: SET_IN).delete_prefix(SET_IN)

      def numbered(sentences)
        sentences.each_with_index.map do |sentence, index|
          wrap(sentence.tr("\n", " "), "#{(index + 1).to_s.rjust(sentences.size.to_s.size)}  ")
        end.join("\n")
      end

      def notes(sentences) = sentences.map { |sentence| wrap(sentence.tr("\n", " "), "Note: ") }.join("\n")

      # Not wrapped, because people copy these lines.
      def closing
        record = "Record: #{@document.record}" if @document.record
        [[*record, *@document.next_steps.map { |step| "Next: #{step}" }].join("\n")]
      end

      def wrap(text, head = "") = text.lines(chomp: true).map { |line| Wrap.text(line, @width, head: head) }.join("\n")

      # Colours by meaning; plain text if colour is off.
      class Colours
        # The colour of each tone. Other tones have none.
        TONES = { "strong" => :bold, "faint" => :dim, "faster" => :green, "passed" => :green, "right" => :green,
                  "slower" => :red, "invalid" => :red, "regression" => :red, "wrong" => :red, "status" => :red,
                  "unresolved" => :yellow, "undecided" => :yellow }.freeze
        private_constant :TONES

        #: (bool) -> void
        def initialize(enabled)
          @pastel = Pastel.new(enabled: true) if enabled
        end

        # The text in the colour of a tone: a verdict, an outcome, "strong", "faint", "status".
        #: (String?, String) -> String
        def tone(name, text)
          colour = TONES[Vocabulary::Outcomes.tone(name)]
          colour && @pastel ? @pastel.public_send(colour, text) : text
        end

        # Text that readers look for.
        #: (String) -> String
        def strong(text) = tone("strong", text)

        # Explanations.
        #: (String) -> String
        def faint(text) = tone("faint", text)

        # Failures.
        #: (String) -> String
        def alarm(text) = tone("wrong", text)

        # Successes.
        #: (String) -> String
        def good(text) = tone("right", text)
      end

      # Sections under one set of columns, as wide as the terminal allows. If the columns are too wide, it folds text first.
      # If no text can be folded, headings that are wider than their column get a separate line. Then it removes columns by
      # their priority.
      class Grid
        GAP = 2
        # The minimum number of characters that remain of the first cell after a cut.
        LEAST = 8
        private_constant :LEAST

        # `heading` returns a String for a section.
        #: (Array[Column], Array[Stats::Section], Integer, Colours, ?heading: #call) -> void
        def initialize(columns, sections, width, colours, heading: :heading.to_proc)
          @all = columns
          @sections = sections
          @width = width
          @colours = colours
          @heading = heading
          @texts = columns.to_h { |column| [column, sections.map { |section| section.rows.map { |row| column.text(row) } }] }
          @columns = fitting
          @over = taken(@columns) > width ? over(@columns) : []
          @rooms = share
        end

        # Array[Column]: those that fit.
        def shown = @columns

        # Array[Column]: those that did not fit.
        def left_out = @all - @columns

        # Integer: the width in which all columns fit.
        def needed = taken(@all)

        def to_s = [*head, *body].join("\n")

        # Array[String]: the headings, in one or two lines, and the rule.
        def head
          rule = "-" * (widths.sum + (GAP * (widths.size - 1)))
          [*(headings(@over) if @over.any?), headings(@columns - @over), rule]
        end

        # Array[String]: the sections, separated by empty lines.
        def body
          @sections.each_with_index.flat_map do |section, index|
            lines = [*heading(section), *rows[index].flat_map { |cells| lines(cells) }]
            [*("" if index.positive?), *lines.flat_map { |line| line.split("\n") }]
          end
        end

        private

        def fitting
          columns = @all
          columns = columns.reject { |column| column.equal?(least(columns)) } until fit?(columns) || least(columns).nil?
          columns
        end

        def least(columns) = columns.reject { |column| column.keep.zero? }.max_by(&:keep)
        def fit?(columns) = taken(columns) <= @width || taken(columns, over(columns)) <= @width

        # The width of columns, some of which (`over`) have a heading that begins above the column to its left.
        def taken(columns, over = [])
          columns.sum { |column| (over.include?(column) ? content(column) : narrowest(column)) + GAP } - GAP
        end

        # If no text can be folded: columns whose heading is wider than their cells, and has room above the column to its left.
        def over(columns)
          return [] if columns.any?(&:narrow)

          pairs = columns.each_cons(2).select { |before, column| !column.left? && excess(column).between?(1, -excess(before)) }
          pairs.map(&:last)
        end

        # By how much a heading is wider than the cells below it.
        def excess(column) = Wrap.columns(column.title) - content(column)

        # Gives the remaining width to the folded columns, from left to right.
        def share
          left = [@width - taken(@columns), 0].max
          @columns.to_h do |column|
            more = [widest(column) - narrowest(column), left].min
            left -= more
            [column, @over.include?(column) ? content(column) : narrowest(column) + more]
          end
        end

        def narrowest(column) = [[column.narrow || widest(column), Wrap.columns(column.title)].max, widest(column)].min
        def widest(column) = [Wrap.columns(column.title), content(column)].max

        def content(column)
          (@content ||= {})[column] ||= @texts[column].flatten.flat_map { |text| text.split("\n") }
                                                      .map { |line| Wrap.columns(line) }.max.to_i
        end

        # The widths of the columns' current content.
        def widths
          @widths ||= @columns.each_with_index.map do |column, at|
            lines = rows.flatten(1).flat_map { |cells| cells[at] }.map { |line| Wrap.columns(line) }
            [*lines, @over.include?(column) ? 0 : Wrap.columns(column.title)].max
          end
        end

        # A line with the headings of these columns, each directly above its column.
        def headings(columns)
          @columns.each_with_index.reduce("") do |line, (column, at)|
            next line unless columns.include?(column)

            left = widths.first(at).sum + (GAP * at)
            Wrap.pad(line, column.left? ? left : left + widths[at] - Wrap.columns(column.title)) + column.title
          end
        end

        # As wide as the terminal, not as the columns, so that no word of a heading is lost.
        def heading(section)
          text = @heading.call(section)
          @colours.strong(Wrap.columns(text) > @width ? Wrap.text(text, @width) : text) unless text.empty?
        end

        # A row with as many lines as its highest cell.
        def lines(cells)
          Array.new(cells.map(&:size).max) do |number|
            texts = @columns.zip(cells, widths).map do |column, lines, width|
              text = lines[number].to_s
              column.left? ? Wrap.pad(text, width) : (" " * (width - Wrap.columns(text))) + text
            end
            texts.join(" " * GAP).rstrip
          end
        end

        # For each section, for each row, for each cell: its lines.
        def rows
          @rows ||= @sections.each_with_index.map do |section, at|
            section.rows.each_with_index.map do |row, number|
              @columns.map { |column| cell(column, row, @texts[column][at][number]) }
            end
          end
        end

        # A tone may be a callable that returns one for each line of the text.
        def cell(column, row, text)
          tone = column.tone&.call(row)
          broken(column, text).map { |line| @colours.tone(tone.respond_to?(:call) ? tone.call(line) : tone, line) }
        end

        # The first column gets the width that the others leave.
        def broken(column, text)
          if column.equal?(@columns.first) && column.narrow.nil?
            others = @columns.drop(1).sum { |other| @rooms[other] + GAP }
            return [Wrap.cut(text, [@width - others, LEAST].max)]
          end
          lines = column.narrow && Wrap.columns(text) > @rooms[column] ? Wrap.fold(text, @rooms[column]) : text.lines(chomp: true)
          lines.empty? ? [""] : lines
        end
      end

      # Text in the columns of a terminal: how many it takes, where it is broken, and what is cut. Widths are display
      # columns: a Chinese character takes two, a colour none.
      module Wrap
        COLOUR = /\e\[[\d;]*m/
        # Lists and labels are broken after commas, colons and words, but not between a number and its noun.
        BREAKS = /(?<=,)(?! )|(?<=, )|(?<=:)|(?<=[^\d,] )/
        private_constant :COLOUR, :BREAKS

        class << self
          # The text without its colours.
          #: (String) -> String
          def plain(text) = text.gsub(COLOUR, "")

          # Integer: the columns that a text takes.
          #: (String) -> Integer
          def columns(text)
            text = plain(text)
            text.ascii_only? ? text.size : Unicode::DisplayWidth.of(text)
          end

          # `head` and the words after it, in lines of at most `width` columns. All lines but the first are indented by the
          # width of the head. A longer word gets its own line.
          #: (String, Integer, ?head: String) -> String
          def text(text, width, head: "")
            indent = columns(head)
            room = [width - indent, 1].max
            lines = text.gsub(Figures::UNIT, "\u00a0").split.each_with_object([]) do |word, lines|
              fits = lines.any? && columns(lines.last) + columns(word) < room
              fits ? lines.last << " " << word : lines << word.dup
            end
            head + lines.join("\n#{" " * indent}").tr("\u00a0", " ")
          end

          # The text cut to `width` columns, with a mark at its end.
          #: (String, Integer) -> String
          def cut(text, width)
            return text if columns(text) <= width

            "#{first(text, [width - 1, 0].max)}…"
          end

          # The first characters that fit into `width` columns.
          #: (String, Integer) -> String
          def first(text, width)
            taken = 0
            text.each_char.take_while { |char| (taken += columns(char)) <= width }.join
          end

          # The text filled with blanks to `width` columns.
          #: (String, Integer) -> String
          def pad(text, width) = text + (" " * [width - columns(text), 0].max)

          # A list or label in lines of at most `room` columns. A longer word is broken at the edge.
          #: (String, Integer) -> Array[String]
          def fold(text, room)
            pieces = text.split(BREAKS).flat_map { |piece| pieces(piece, room) }
            lines = pieces.each_with_object([+""]) do |piece, lines|
              fits?(lines.last + piece, room) ? lines.last << piece : lines << piece.dup
            end
            lines.map(&:rstrip)
          end

          private

          def fits?(text, room) = columns(text.rstrip) <= room

          def pieces(piece, room)
            return [piece] if fits?(piece, room)

            piece.split(/(?<= )/).flat_map { |word| fits?(word, room) ? [word] : chunks(word, room) }
          end

          def chunks(word, room)
            word.each_char.with_object([+""]) do |char, chunks|
              columns(chunks.last + char) <= room ? chunks.last << char : chunks << char.dup
            end
          end
        end
      end
    end
  end
end
