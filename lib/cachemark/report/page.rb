# frozen_string_literal: true

module Cachemark
  module Report
    # What every report for a terminal is made with: width, colour, and its last lines.
    class Page
      # Whatever a terminal would obey but line ends and the colours of Paint.
      CONTROL = /\e(?!\[[\d;]*m)|[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f]/
      private_constant :CONTROL

      # `width` in columns; `record` is the record's path and `next_steps` the commands worth running now.
      #
      #: (?width: Integer, ?color: bool, ?record: String?, ?next_steps: Array[String]) -> void
      def initialize(width: 80, color: false, record: nil, next_steps: [])
        @width = width
        @paint = Terminal::Paint.new(color)
        @record = record
        @next_steps = next_steps
      end

      # Integer: columns.
      attr_reader :width

      # Terminal::Paint
      attr_reader :paint

      # The first lines of a suite's table: its title, the answer, and what has to be known before.
      #
      #: (Hash[String, Object], String, ?answer: String?) -> String
      def head(suite, read_first, answer: nil)
        told = [suite["title"] || suite["id"], answer].compact.map { |line| @paint.strong(wrap(line)) }
        [*told, @paint.faint(wrap(read_first))].join("\n")
      end

      # The parts with an empty line between them; empty ones are left out. What a name in a foreign record has of
      # control characters is shown, not done: only colours pass.
      #
      #: (*String) -> String
      def text(*parts)
        text = parts.reject(&:empty?).map { |part| "#{part}\n" }.join("\n")
        text.gsub(CONTROL) { |control| control.inspect.delete('"') }
      end

      # Broken at blanks, but not between a number and its unit; each line of the text for itself.
      #
      #: (String, ?String) -> String
      def wrap(text, head = "")
        text.gsub(/(?<=\d) (?=(?:%|ns|us|ms|s)(?!\w))/, "\u00a0").lines(chomp: true)
            .map { |line| Wrap.text(line, @width, head: head) }.join("\n").tr("\u00a0", " ")
      end

      # Sentences under their numbers.
      #
      #: (Array[String]) -> String
      def numbered(sentences)
        sentences.each_with_index.map do |sentence, index|
          wrap(sentence.tr("\n", " "), "#{(index + 1).to_s.rjust(sentences.size.to_s.size)}  ")
        end.join("\n")
      end

      # Sentences that hold for all of it.
      #
      #: (Array[String]) -> String
      def notes(sentences) = sentences.map { |sentence| wrap(sentence.tr("\n", " "), "Note: ") }.join("\n")

      # Where the record is, and what to do next: never broken, for they are copied.
      #
      #: () -> String
      def closing
        [("Record: #{@record}" if @record), *@next_steps.map { |step| "Next: #{step}" }].compact.join("\n")
      end
    end
  end
end
