# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # A check as a page: what is bad, the worst first, then a table of cases and contenders, each cell of which leads to its
      # evidence.
      class HTML
        READ_FIRST = "Each cell leads to what was expected and seen, the client's history and what went over the wire, with " \
                     "the command that repeats it."
        private_constant :READ_FIRST
        Page = Report::HTML
        private_constant :Page

        #: (Stats::Check, ?record: Record?) -> void
        def initialize(check, record: nil)
          @check = check
          @record = record || Record.from_lines([])
          @words = Words.new(check)
          @ids = check.shown.each_with_index.to_h { |one, at| [[one.contender, one.case], "cell-#{at + 1}"] }
        end

        #: () -> String
        def to_s
          Page::Document.new(@check, title: "Check: #{@check.suite["title"]}", lead: @words.answer, record: @record.path,
                                     sections: [findings, releases, baseline, matrix, evidence, notes]).page
        end

        private

        def findings
          entries = @words.findings
          return if entries.empty?

          items = entries.map do |entry|
            "<li>#{link(entry.example)} #{text(@words.finding(entry).delete_prefix("#{entry.example.outcome} "))}</li>"
          end
          Page::Section.new(id: "findings", heading: "What is bad", body: "<ul>#{items.join}</ul>")
        end

        def matrix
          return if @check.matrix.empty?

          columns = [Page::Column.new(heading: "case", left: true, cell: :first.to_proc),
                     *@check.matrix.map(&:contender).uniq.map { |name| column(name) }]
          grid = Page::Grid.new(id: "cases", caption: "Cases and contenders", columns: columns,
                                rows: @check.matrix.group_by(&:case).to_a,
                                words: ->(row) { [row.first, *row.last.map(&:outcome)].join(" ") })
          Page::Section.new(id: "matrix", heading: "Cases", body: "<p>#{text(READ_FIRST)}</p>#{grid}")
        end

        # A cell is the worst thing that can be said of it, and links to why.
        def column(name)
          of = ->(row) { row.last.find { |one| one.contender == name } }
          Page::Column.new(heading: name, left: true, cell: ->(row) { of.call(row)&.outcome },
                           value: ->(row) { of.call(row)&.severity },
                           html: ->(row) { of.call(row)&.then { |one| link(one) } || "" })
        end

        def link(one)
          %(<a class="outcome #{one.outcome.downcase}" href="##{@ids.fetch([one.contender, one.case])}" ) +
            %(aria-label="#{text("#{one.outcome}: #{one.contender} in #{one.case}")}">#{text(one.outcome)}</a>)
        end

        def releases
          return if @check.axes.empty?

          Page::Section.new(id: "releases", heading: "Releases", body: @check.axes.map { |axis| axis(axis) }.join)
        end

        def axis(axis)
          columns = [Page::Column.new(heading: "case", left: true, cell: :case.to_proc),
                     Page::Column.new(heading: "releases", left: true, cell: ->(row) { row.runs.map(&:last).join(" ") },
                                      html: ->(row) { runs(axis, row) })]
          grid = Page::Grid.new(id: "axis-#{@check.axes.index(axis) + 1}", caption: axis.name, columns: columns, rows: axis.rows)
          "#{grid}#{list(@words.changes(axis))}"
        end

        # The first release of a run stands for the others.
        def runs(axis, row)
          examples = @check.shown.select { |one| one.case == row.case }
          row.runs.map do |from, to, _|
            example = examples.find { |one| one.contender == axis.contenders.fetch(from) }
            "#{link(example)} #{text(from == to ? from : "#{from}..#{to}")}"
          end.join(", ")
        end

        def baseline
          told = @words.beside_baseline
          Page::Section.new(id: "baseline", heading: "Beside the baseline", body: list(told)) if told.any?
        end

        def evidence
          parts = @check.shown.group_by(&:fault).map do |_, own|
            Page::Evidence.new(@check.fault(own.first), own.map { |one| [@ids.fetch([one.contender, one.case]), one] },
                               replay: ->(one) { Check.replay(@check, one) }, unsafe: @words.method(:unsafe))
          end
          Page::Section.new(id: "evidence", heading: "What was expected, and what was seen", body: parts.join) if parts.any?
        end

        def notes
          told = @words.notes + @words.doubts
          Page::Section.new(id: "notes", heading: "Notes", body: list(told)) if told.any?
        end

        def list(sentences)
          sentences.empty? ? "" : "<ul>#{sentences.map { |sentence| "<li>#{text(sentence)}</li>" }.join}</ul>"
        end

        def text(words) = Erubi.h(words)
      end
    end
  end
end
