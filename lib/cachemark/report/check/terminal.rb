# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What people read: the answer, the matrix, and below it what is not passed, with the command that repeats it.
      class Terminal
        # Places of a sweep that are named; a page has all.
        SHOWN = 5
        private_constant :SHOWN

        #: (Stats::Check, **Object) -> void
        def initialize(check, **page)
          @check = check
          @page = Page.new(**page)
          @words = Words.new(check)
        end

        #: () -> String
        def to_s
          @page.text(answer, doubts, matrix, *@check.axes.map { |axis| releases(axis) }, findings, baseline,
                     @page.notes(@words.notes), origin, @page.closing)
        end

        private

        def answer = @words.answer.map { |sentence| @page.paint.strong(@page.wrap(sentence)) }.join("\n")

        def doubts
          return "" if @check.trusted?

          @words.doubts.map { |sentence| @page.paint.alarm(@page.wrap(sentence, "WRONG ")) }.join("\n")
        end

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

        def findings = @words.findings.map { |one| finding(one) }.join("\n")

        def finding(one)
          text = @page.wrap(@words.finding(one)).sub(one.outcome) { Matrix.paint(@page.paint, one.outcome, one.outcome) }
          [text, *places(@words.unsafe(one)), @page.paint.faint("    #{Check.replay(@check, one)}")].join("\n")
        end

        def places(all)
          more = all.size - SHOWN
          [*all.first(SHOWN), *("and #{more} more places" if more.positive?)].map { |place| @page.wrap(place, "    ") }
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
