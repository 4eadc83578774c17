# frozen_string_literal: true

require "pastel"

module Cachemark
  module Report
    # A document as people read it in a terminal: the answer first, tables as wide as the terminal, the next steps last.
    class Terminal
      # Whatever a terminal would obey but line ends and our own colours.
      CONTROL = /\e(?!\[[\d;]*m)|[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f]/
      SET_IN = "    "
      private_constant :CONTROL, :SET_IN

      #: (Document, ?width: Integer, ?color: bool) -> void
      def initialize(document, width: 80, color: false)
        @document = document
        @width = width
        @paint = Paint.new(color)
        @left_out = []
      end

      # The parts with an empty line between them. A name of a foreign record may hold control characters: they are shown, not
      # obeyed.
      #
      #: () -> String
      def to_s
        parts = [headline, *headed(@document.parts_for(:terminal)), *closing].reject(&:empty?)
        parts.map { |part| "#{part}\n" }.join("\n").gsub(CONTROL) { |control| control.inspect.delete('"') }
      end

      private

      def headline
        title = [(@document.title if @document.titled)].compact.map { |line| @paint.strong(wrap(line)) }
        [*title, *@document.headline.map { |line| @paint.tone(@document.tone || "strong", wrap(line)) }].join("\n")
      end

      # The texts of parts, a heading directly above the first part below it.
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
        when Part::Text then @paint.tone(part.tone, wrap(part.text))
        when Part::List then part.items.map { |item| item(Part::Item.of(item), part.indent) }.join("\n")
        when Part::Numbered then numbered(part.footnotes.sentences)
        when Part::Notes then notes([*part.sentences, *@left_out])
        when Part::Origin then Provenance.new(@document.origin).sentences.map { |one| @paint.faint(wrap(one)) }.join("\n")
        when Part::Heading then @paint.strong(wrap(part.text))
        when Part::TextChart then TextChart.new(part, @width, @paint).to_s
        else raise ArgumentError, "#{part.class} in a terminal"
        end
      end

      def table(table)
        return "" if table.rows.empty?
        return split(table) if table.split

        grid = grid(table, table.columns_for(:terminal))
        missed = grid.left_out.select { |column| column.keep <= table.missed }.map(&:heading)
        @left_out = ["no room for #{missed.join(" and ")}: a terminal of #{grid.needed} columns shows all"] if missed.any?
        grid.to_s
      end

      def grid(table, columns) = Grid.new(columns, table.sections, @width, @paint, heading: table.heading)

      # As many columns in each table as fit, after the first one.
      def split(table)
        first, *others = table.columns_for(:terminal)
        groups = others.each_with_object([]) do |column, groups|
          fits = groups.any? && grid(table, [first, *groups.last, column]).needed <= @width
          fits ? groups.last << column : groups << [column]
        end
        groups.map { |columns| grid(table, [first, *columns]).to_s }.join("\n\n")
      end

      def item(item, indent)
        mark = "#{item.mark} " if item.mark
        text = item.code ? hanging("#{mark}#{item.text}") : wrap(item.text, "#{indent}#{mark}")
        text = mark ? text.sub(item.mark) { @paint.tone(item.tone, item.mark) } : @paint.tone(item.tone, text)
        inset = " " * (item.code ? SET_IN.size : [mark.to_s.size, 6].min)
        [text, *details(item.details, inset), *(@paint.faint("#{SET_IN}#{item.code}") if item.code)].join("\n")
      end

      # Those with a name are a line each.
      def details(details, inset)
        width = details.grep(Array).map { |name, _| Wrap.columns(name) }.max
        details.map do |name, text|
          text ? Wrap.cut("#{inset}#{Wrap.pad(name, width)}  #{text}", @width) : wrap(name, inset)
        end
      end

      # What follows the first line is set in.
      def hanging(text) = Wrap.text(text, @width, head: SET_IN).delete_prefix(SET_IN)

      def numbered(sentences)
        sentences.each_with_index.map do |sentence, index|
          wrap(sentence.tr("\n", " "), "#{(index + 1).to_s.rjust(sentences.size.to_s.size)}  ")
        end.join("\n")
      end

      def notes(sentences) = sentences.map { |sentence| wrap(sentence.tr("\n", " "), "Note: ") }.join("\n")

      # Never broken, for they are copied.
      def closing
        record = "Record: #{@document.record}" if @document.record
        [[*record, *@document.next_steps.map { |step| "Next: #{step}" }].join("\n")]
      end

      # Each line of the text for itself.
      def wrap(text, head = "") = text.lines(chomp: true).map { |line| Wrap.text(line, @width, head: head) }.join("\n")

      # Colours by meaning; plain text where colour is off.
      class Paint
        # The colour of each tone; others have none.
        TONES = { "strong" => :strong, "faint" => :faint, "faster" => :good, "passed" => :good, "right" => :good,
                  "slower" => :alarm, "invalid" => :alarm, "regression" => :alarm, "wrong" => :alarm, "status" => :alarm,
                  "unresolved" => :doubt, "undecided" => :doubt, "PASS" => :good, "NON-STRICT" => :doubt, "FAIL" => :alarm,
                  "CRASH" => :alarm, "HANG" => :alarm, "CORRUPT" => :alarm, "INFO" => :faint, "UNSUPPORTED" => :faint }.freeze
        private_constant :TONES

        #: (bool) -> void
        def initialize(enabled)
          @pastel = Pastel.new(enabled: enabled)
        end

        # The text in the colour of a tone: a verdict, an outcome, "strong", "faint", "status".
        #
        #: (String?, String) -> String
        def tone(name, text) = TONES.key?(name) ? public_send(TONES[name], text) : text

        # What the eye looks for.
        #
        #: (String) -> String
        def strong(text) = @pastel.bold(text)

        # What explains.
        #
        #: (String) -> String
        def faint(text) = @pastel.dim(text)

        # What went wrong.
        #
        #: (String) -> String
        def alarm(text) = @pastel.red(text)

        # What got better.
        #
        #: (String) -> String
        def good(text) = @pastel.green(text)

        # What is undecided.
        #
        #: (String) -> String
        def doubt(text) = @pastel.yellow(text)
      end
    end
  end
end
