# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What people read: the answer, the matrix, and below it what is not passed, with the command that repeats it.
      class Terminal
        # Places of a sweep that are named; a page has all.
        SHOWN = 5
        SET_IN = "    "
        private_constant :SHOWN, :SET_IN

        #: (Stats::Check, **Object) -> void
        def initialize(check, **page)
          @check = check
          @page = Page.new(**page)
          @words = Words.new(check)
        end

        #: () -> String
        def to_s
          @page.text(answer, doubts, *@check.axes.map { |axis| releases(axis) }, findings, baseline, matrix, remarks,
                     @page.notes(@words.notes), origin, @page.closing)
        end

        private

        def answer = @words.answer.map { |sentence| @page.paint.strong(@page.wrap(sentence)) }.join("\n")

        def doubts = @words.doubts.map { |sentence| @page.paint.alarm(@page.wrap(sentence, "WRONG ")) }.join("\n")

        def matrix = @check.matrix.empty? ? "" : Matrix.new(@check.matrix, @page).to_s

        def releases(axis)
          width = axis.rows.map { |row| row.case.size }.max.to_i + 2
          lines = axis.rows.map { |row| run_lines(row, width) }
          changes = @words.changes(axis).map { |sentence| @page.wrap(sentence, "  ") }
          [@page.paint.strong(axis.name), *lines, *("" if changes.any?), *changes].join("\n")
        end

        # A case and its runs of one outcome, each run kept together.
        def run_lines(row, width)
          runs = row.runs.map { |from, to, outcome| "#{outcome}\u00a0#{from == to ? from : "#{from}..#{to}"}" }
          Wrap.text(runs.join(", "), @page.width, head: row.case.ljust(width))
              .gsub(/([A-Z-]+)\u00a0/) { "#{Matrix.paint(@page.paint, $1, $1)} " }
        end

        def findings = @words.findings.map { |entry| finding(entry) }.join("\n")

        def finding(entry)
          one = entry.example
          [beside(@words.finding(entry), one.outcome), *places(@words.unsafe(one)), command(one, entry.pattern)].join("\n")
        end

        # A sentence that begins with an outcome, in its colour; what follows the first line is set in.
        def beside(sentence, outcome)
          @page.wrap(sentence, SET_IN).delete_prefix(SET_IN).sub(outcome) { Matrix.paint(@page.paint, outcome, outcome) }
        end

        def command(one, pattern) = @page.paint.faint("#{SET_IN}#{Check.replay(@check, one, pattern)}")

        def remarks = @words.remarks.map { |remark| remark(remark) }.join("\n")

        # A line for each fault.
        def remark(one)
          width = one.rows.map { |fault, _| fault.size }.max + 2
          rows = one.rows.map { |fault, told| Wrap.cut("#{SET_IN}#{fault.ljust(width)}#{told}", @page.width) }
          [beside("#{one.outcome} #{one.contender}", one.outcome), *rows, command(one, one.pattern)].join("\n")
        end

        def places(all)
          more = all.size - SHOWN
          left = "and #{more} more place#{"s" if more > 1}" if more.positive?
          [*all.first(SHOWN), *left].map { |place| @page.wrap(place, SET_IN) }
        end

        def baseline
          @words.beside_baseline.map do |sentence|
            text = @page.wrap(sentence)
            sentence.start_with?("Better") ? @page.paint.good(text) : text
          end.join("\n")
        end

        def origin = Provenance.new(@check).sentences.map { |sentence| @page.paint.faint(@page.wrap(sentence)) }.join("\n")
      end
    end
  end
end
