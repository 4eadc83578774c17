# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      # The published tables, byte for byte, in the layout of the suite: memcached_bench's README, Dalli's Performance.md, or
      # the README of the gevent bench.
      class Classic
        #: (Stats::Table) -> void
        def initialize(table)
          @table = table
        end

        def to_s
          return Gevent.new(@table).to_s if @table.suite["layout"] == "gevent"

          "#{[preamble, tables, provenance].join("\n")}\n"
        end

        private

        def origin = @origin ||= Origin.new(@table)
        def versions? = @table.suite["layout"] == "versions"
        def preamble = versions? ? "#{origin.sentence}\n" : "#{[*origin.homepages, origin.testing].join("\n")}\n"
        def provenance = ["Test Server:", "", *origin.list].join("\n")

        def tables
          return Sections.new(@table).to_s unless versions?

          Versions.new(@table).blocks.map { |block| "#{block.text(indent: "    ")}\n" }.join("\n")
        end

        # The layout of memcached_bench's README (document 003): a table with a heading for each contender.
        class Sections
          RULE = "=" * 18

          # Benchmark.bm(75) of Ruby 2.1 and later adds a blank after its width.
          LABEL = 76

          #: (Stats::Table) -> void
          def initialize(table)
            @table = table
            @labels = Labels.new(table.shown)
          end

          # All tables, a blank line between them.
          def to_s = @table.sections.map { |section| "#{lines(section).join("\n")}\n" }.join("\n")

          private

          def lines(section)
            labels = section.rows.map { |row| @labels.published(row) }
            width = [LABEL, labels.map(&:size).max + 1].max
            ["#{RULE} #{section.heading} #{RULE}",
             *BenchmarkLines.new(section.rows, labels: labels, width: width, iterations: @table.iterations).to_a]
          end
        end

        # The layout of Dalli's Performance.md (document 000) and of the post of 2009
        # (document 001): a block for each version, headed `Testing <version>`.
        class Versions
          # Benchmark.bm(31) of the Ruby versions of that time adds nothing after its width.
          LABEL = 31

          #: (Stats::Table) -> void
          def initialize(table)
            @table = table
            @labels = Labels.new(table.shown)
          end

          # The blocks in the order of the table; each heading appears once.
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

          # If the same version ran on two runtimes, each has a separate heading.
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

        # The table of a version: `body` holds its lines from the caption on.
        Block = Value.define(:version, :runtime, :rows, :body) do
          # `Testing 1.8.5 with ruby ...`. Without `runtime`, as in document 001.
          #: (?runtime: bool) -> String
          def heading(runtime: true)
            named = runtime && self.runtime ? "#{version} with #{self.runtime}" : version
            Heading::PREFIX + named
          end

          # Heading and body, indented, without a last line end.
          #: (?indent: String, ?runtime: bool) -> String
          def text(indent: "", runtime: true)
            [heading(runtime: runtime), *body].map { |line| indent + line }.join("\n")
          end

          def figures? = rows.any?(&:ok?)
        end

        # The text after `Testing` in the heading of a block.
        module Heading
          PREFIX = "Testing "

          # The suite's heading; the version if the suite has none.
          #: (Row) -> String
          def self.of(row)
            return row.section.delete_prefix(PREFIX) if row.section && row.section != row.contender

            [row.version || row.contender, options(row)].compact.join(" ")
          end

          # The options that the user gave.
          def self.options(row)
            given = row.notation.to_s.split(",").drop(1)
            "(#{given.join(", ")})" if given.any?
          end
          private_class_method :options
        end

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

          # A row that was measured in full prints its mean; a scaled row prints the better estimate.
          def real_ns(row) = row.measured?(@iterations) ? row.mean_ns : row.wall_ns

          def total_s(row, ns) = ns * row.calls * @iterations / 1e9

          # Prints a dash if the runtime cannot report its CPU time.
          def column(seconds) = seconds ? format("%10.6f", seconds) : "-".rjust(10)
        end
      end
    end
  end
end
