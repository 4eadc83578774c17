# frozen_string_literal: true

module Cachemark
  module Report
    class Classic
      # The layout of memcached_bench's README (document 003): a headed table for each contender.
      class Sections
        RULE = "=" * 18

        # Benchmark.bm(75) of Ruby >= 2.1 puts a blank behind its width.
        LABEL = 76

        #: (Stats::Table) -> void
        def initialize(table)
          @table = table
          @labels = Labels.new(table.shown)
        end

        # All tables, a blank line between them.
        #
        #: () -> String
        def to_s = @table.sections.map { |section| "#{lines(section).join("\n")}\n" }.join("\n")

        private

        def lines(section)
          labels = section.rows.map { |row| @labels.published(row) }
          width = [LABEL, labels.map(&:size).max + 1].max
          ["#{RULE} #{section.heading} #{RULE}",
           *BenchmarkLines.new(section.rows, labels: labels, width: width, iterations: @table.iterations).to_a]
        end
      end
    end
  end
end
