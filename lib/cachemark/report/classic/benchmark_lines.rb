# frozen_string_literal: true

module Cachemark
  module Report
    class Classic
      # The lines of one table as Ruby's Benchmark prints them: seconds of user,
      # system, total and real time for `iterations` iterations.
      class BenchmarkLines
        CAPTION = "      user     system      total        real"

        #: (Array[Row], labels: Array[String], width: Integer, iterations: Integer) -> void
        def initialize(rows, labels:, width:, iterations:)
          @rows = rows
          @labels = labels
          @width = width
          @iterations = iterations
        end

        # The caption, then a line for each row.
        #
        #: () -> Array[String]
        def to_a
          [(" " * @width) + CAPTION, *@rows.zip(@labels).map { |row, label| label.ljust(@width) + figures(row) }]
        end

        private

        def figures(row)
          return ["#{row.status}:", row.reason].compact.join(" ") unless row.ok?

          user, system, real = [row.user_ns, row.system_ns, real_ns(row)].map { |ns| ns && total_s(row, ns) }
          [column(user), column(system), column(user && system && (user + system)), format("(%10.6f)", real)].join(" ")
        end

        # What was measured in full is printed as it was measured; what is scaled, from the better estimate.
        def real_ns(row) = row.measured?(@iterations) ? row.mean_ns : row.wall_ns

        def total_s(row, ns) = ns * row.calls * @iterations / 1e9

        # A runtime that cannot tell its CPU time leaves a dash.
        def column(seconds) = seconds ? format("%10.6f", seconds) : "-".rjust(10)
      end
    end
  end
end
