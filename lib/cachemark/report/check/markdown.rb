# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # For an issue or a page: the answer, the matrix, what is not passed, and the rest to unfold.
      class Markdown
        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
          @words = Words.new(check)
        end

        #: () -> String
        def to_s
          parts = ["## Cachemark check", answer, *@check.axes.map { |axis| releases(axis) }, findings, baseline, matrix,
                   *@words.remarks.map { |remark| remark(remark) }, notes, origin]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def answer = @words.answer.map { |sentence| "**#{Markup.text(sentence)}**" }.join("\n\n")

        def matrix
          return "" if @check.matrix.empty?

          names = @check.matrix.map(&:contender).uniq
          rows = @check.matrix.group_by(&:category).map do |category, own|
            [category, *names.map { |name| Matrix.cell(own.select { |one| one.contender == name }).join("<br>") }]
          end
          Markup.table(["", *names.map { |name| Markup.text(name) }], rows, left: ["", *names.map { |name| Markup.text(name) }])
        end

        def releases(axis)
          rows = axis.rows.map do |row|
            runs = row.runs.map { |from, to, outcome| "#{outcome} #{from == to ? from : "#{from}..#{to}"}" }
            [row.case, runs.join("<br>")]
          end
          ["### #{Markup.text(axis.name)}", Markup.table(%w[case releases], rows, left: %w[case releases]),
           Markup.list(@words.changes(axis))].reject(&:empty?).join("\n\n")
        end

        def findings
          @words.findings.map do |entry|
            one = entry.example
            "- #{Markup.text(@words.finding(entry))}#{unsafe(one)}\n  `#{Check.replay(@check, one, entry.pattern)}`"
          end.join("\n")
        end

        def unsafe(one)
          places = @words.unsafe(one)
          places.map { |place| "\n  - #{Markup.text(place)}" }.join
        end

        def remark(one)
          rows = one.rows.map { |fault, told| "- #{fault}: #{Markup.text(told)}" }
          Markup.details("#{one.outcome} #{one.contender}", rows.join("\n"), "`#{Check.replay(@check, one, one.pattern)}`")
        end

        def baseline = Markup.list(@words.beside_baseline)
        def notes = @words.notes.map { |note| "Note: #{Markup.text(note)}" }.join("\n\n")
        def origin = Markup.details("How it was checked", Markup.list(Provenance.new(@check).sentences))
      end
    end
  end
end
