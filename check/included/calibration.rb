# frozen_string_literal: true

module Check
  module Included
    # What pages say of docs/calibration.jsonl.
    class Calibration
      RECORD = "docs/calibration.jsonl"
      # [condition, judge] of the lines that a page repeats.
      ALARMS = [["the same code", "gate"], ["the same code, unpinned", "wall"]].freeze
      FOUND = [["slower by 0.5 %", "wall"], ["slower by 0.5 %", "fastest"], ["one of seven slower by 3 %", "gate"],
               ["one commit of 64 slower by 2 %", "find"]].freeze
      private_constant :ALARMS, :FOUND

      # The root of the project.
      #: (String) -> void
      def initialize(root)
        @figures = Cachemark::Stats::Calibration.of(Cachemark::Record::Reader.read(File.join(root, RECORD)))
      end

      # The whole report below its title, as `cachemark show docs/calibration.jsonl --format markdown` prints it.
      #: () -> String
      def report
        @report ||= Cachemark::Report::Calibration.text(Cachemark::Report::Sentences.in(@figures), "markdown")
                                                  .sub(/\A## .*\n/, "").strip
      end

      # Two tables with a few of its lines.
      #: () -> String
      def lines = [ALARMS, FOUND].map { |cells| excerpt(cells) }.join("\n\n")

      # A table of three claims.
      #: () -> String
      def claims
        rows = { "Identical code raises few alarms." => [alarms, "the same code"],
                 "Small slowdowns are found." => [slowdown, "slower by 0.5"],
                 "`find` names the right commit." => [commit, "one commit"] }
        cells = rows.map do |claim, (figure, condition)|
          [claim, figure, "`cachemark selftest --calibrate --condition \"#{condition}\"`"]
        end
        "#{Included.grid(["Claim", "Figure", "Repeat it"], cells)}\n\n#{origin}"
      end

      private

      # "(2026-11-25 to 2026-11-26, 2 AMD EPYC cores, Cachemark 0.1.0.)"
      def origin
        days = [@figures.run["started_at"], @figures.last].map { |time| time[0, 10] }.uniq.join(" to ")
        "(#{days}, #{Cachemark::Results.cores(@figures.run["machine"])}, Cachemark #{@figures.run["version"]}.)"
      end

      def excerpt(cells)
        tables = report.split("\n\n").map(&:lines)
        wanted = cells.map { |cell| "| #{cell.join(" | ")} |" }
        table = tables.find { |lines| lines.any? { |line| line.start_with?(wanted.first) } }
        [*table.first(2), *table.select { |line| line.start_with?(*wanted) }].map(&:chomp).join("\n")
      end

      def alarms
        row = row(*ALARMS.first)
        same, unresolved = row.verdicts.values_at("same", "unresolved")
        "#{row.hits} alarms in #{row.count} comparisons: #{same} `same`, #{unresolved} `unresolved`"
      end

      def slowdown
        row = row(*FOUND.first)
        format("a slowdown of %.2f %% in %d of %d one-minute runs", row.injected * 100, row.hits, row.count)
      end

      def commit
        row = row(*FOUND.last)
        format("%d of %d searches over 64 commits with a slowdown of %.0f %%", row.hits, row.count, row.injected * 100)
      end

      def row(condition, judge) = @figures.rows.find { |one| [one.condition, one.metric] == [condition, judge] }
    end
  end
end
