# frozen_string_literal: true

module Cachemark
  module Report
    class Classic
      # The layout of Dalli's Performance.md (document 000) and of the post of 2009
      # (document 001): a block for each version, headed `Testing <version>`.
      class Versions
        # Benchmark.bm(31) of the Rubies of that time put nothing behind its width.
        LABEL = 31

        #: (Stats::Table) -> void
        def initialize(table)
          @table = table
          @labels = Labels.new(table.shown)
        end

        # The blocks in the order of the table; each heading stands once.
        #
        #: () -> Array[Block]
        def blocks
          versions = @table.sections.map { |section| Heading.of(section.rows.first) }
          @table.sections.zip(versions).map do |section, version|
            first = section.rows.first
            version = "#{version} (#{first.contender})" if twice?(versions, version, first)
            Block.new(version: version, runtime: first.runtime, rows: section.rows, body: body(section.rows))
          end
        end

        private

        # On another runtime the same version has a heading of its own.
        def twice?(versions, version, first)
          same = @table.sections.zip(versions).select { |_section, other| other == version }
          same.count { |section, _other| section.rows.first.runtime == first.runtime } > 1
        end

        def body(rows)
          labels = rows.map { |row| @labels.published(row) }
          longest = labels.map(&:size).max
          width = longest < LABEL ? LABEL : longest + 1
          BenchmarkLines.new(rows, labels: labels, width: width, iterations: @table.iterations).to_a
        end
      end
    end
  end
end
