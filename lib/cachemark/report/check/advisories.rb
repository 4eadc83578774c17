# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # The advisories of a check: which of them its affected releases show, and whether their fixes are fixes.
      module Advisories
        # A line of releases of an advisory.
        Row = Value.define(:advisory, :line)
        private_constant :Row

        class << self
          # The answer, one sentence each.
          #: (Array[Stats::Check::Advisory]) -> Array[String]
          def answer(advisories)
            known = advisories.reject { |advisory| advisory.proven?.nil? }
            untried = advisories.size - known.size
            of = Figures.counted(known.size, "advisory", "advisories")
            ["Shown by the affected releases, and gone in the fixed ones: #{known.count(&:proven?)} of #{of}.",
             *("Not tried: #{untried}." if untried.positive?), *rows(advisories).flat_map { |row| failures(row) }]
          end

          #: (Array[Stats::Check::Advisory]) -> Table
          def table(advisories)
            sections = advisories.map do |advisory|
              Stats::Section.new(heading: "#{advisory.id}: #{advisory.title}", rows: advisory.lines)
            end
            Table.new(id: "advisories", caption: "Advisories", sections: sections, columns: [
                        Column.words("line", &:line),
                        Column.words("affected", tone: ->(line) { line.example&.outcome }) { |line| affected(line) },
                        Column.words("fixed", tone: ->(line) { line.left&.outcome }) { |line| fixed(line) },
                        Column.words("what the affected release did") { |line| line.example&.headline.to_s }
                      ])
          end

          # Array[String]: why a line could not be tried, once for each reason.
          #: (Array[Stats::Check::Advisory]) -> Array[String]
          def lacks(advisories)
            found = rows(advisories).select { |row| row.line.lacks }.group_by { |row| row.line.lacks }
            found.map do |why, own|
              "#{own.map { |row| "#{row.advisory.id} in #{row.line.line}" }.join(", ")}: not tried, because #{why}"
            end
          end

          #: (Array[Stats::Check::Advisory]) -> Array[Hash[Symbol, Object]]
          def data(advisories)
            advisories.map do |advisory|
              { id: advisory.id, title: advisory.title, link: advisory.link, lines: advisory.lines.map do |line|
                { **line.to_h.slice(:line, :affected, :fixed, :cases, :shown, :gone), reason: line.lacks }
              end }
            end
          end

          private

          def rows(advisories)
            advisories.flat_map { |advisory| advisory.lines.map { |line| Row.new(advisory: advisory, line: line) } }
          end

          def failures(row)
            line = row.line
            [*("#{row.advisory.id}: #{line.affected} does not show it." if line.shown == false),
             *("#{row.advisory.id}: #{line.fixed} still shows it." if line.gone == false)]
          end

          def affected(line) = [line.affected, line.shown.nil? ? "not tried" : (line.example&.outcome || "not shown")].join(" ")
          def fixed(line) = [line.fixed, { nil => "not tried", true => "gone", false => line.left&.outcome }[line.gone]].join(" ")
        end
      end
    end
  end
end
