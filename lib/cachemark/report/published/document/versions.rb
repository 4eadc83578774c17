# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      module Document
        # The form of Dalli's Performance.md and of the post of 2009. A block with the same heading is replaced, a new block
        # is added after the last, and older blocks are kept.
        class Versions < Form
          #: (String, String) -> void
          def initialize(text, path)
            super
            @standing = StandingBlock.all(@lines)
          end

          # Raises Usage unless there is a block, and no heading appears twice.
          def check
            refuse(@lines.size, "there is no table headed `Testing VERSION`", "paste one from --format classic") if
              @standing.empty?

            first, second = @standing.group_by(&:heading).values.find { |same| same.size > 1 }
            return unless second

            refuse(second.first + 1, "`#{second.heading}` appears twice (first in line #{first.first + 1})", "keep one of them")
          end

          # The text with the table's blocks in it, and the warnings.
          #: (Stats::Table) -> [String, Array[String]]
          def with(table)
            blocks, empty = Classic::Versions.new(table).blocks.partition(&:figures?)
            runtime = names_runtime?(blocks)
            written = blocks.to_h { |block| [block.heading(runtime: runtime).b, block] }
            kept = @standing.reject { |block| written.key?(block.heading) }
            [merge(written, runtime).join,
             [*left_out(empty), *fewer(written), *Differences.new(@lines, kept, table).warnings]]
          end

          private

          # The headings of document 001 name no Ruby. If a run has two Rubies, they are named all the same.
          def names_runtime?(blocks) = @standing.any?(&:runtime) || blocks.map(&:runtime).uniq.size > 1

          def merge(written, runtime)
            pieces = pieces(written, runtime)
            added = written.except(*@standing.map(&:heading)).values
            last = @standing.last
            pieces[last.first] << added.map { |block| (line_end * 2) + text(block, last, runtime) }.join
            @standing.each { |block| pieces[block.first] << @lines[block.last][/\r?\n?\z/] }
            pieces
          end

          # The document's lines. Each block is one piece, without its last line end.
          def pieces(written, runtime)
            @standing.each_with_object(@lines.map(&:dup)) do |block, pieces|
              new_block = written[block.heading]
              old = pieces[block.first..block.last].join.chomp
              pieces.fill("".b, block.first..block.last)
              pieces[block.first] = new_block ? text(new_block, block, runtime) : old
            end
          end

          def text(block, place, runtime)
            block.text(indent: place.indent, runtime: runtime).gsub("\n", line_end).b
          end

          def left_out(blocks)
            blocks.map { |block| "omitted, without figures: #{block.heading} (#{block.rows.first.reason})" }
          end

          def fewer(written)
            @standing.filter_map do |block|
              before = Place.rows(@lines[block.first..block.last].join)
              now = written[block.heading]&.rows&.count(&:ok?)
              "line #{block.first + 1}: #{now} rows replace the earlier #{before}" if now && now < before
            end
          end

          # A `Testing ...` block of a document: its lines by number (from 0). `last` is the last of its rows.
          StandingBlock = Value.define(:heading, :indent, :first, :last) do
            # The blocks of a document, in order.
            #: (Array[String]) -> Array[StandingBlock]
            def self.all(lines)
              lines.each_index.filter_map { |index| at(lines, index) }
            end

            # The block whose heading is the line at `index`; nil if no block begins there.
            #: (Array[String], Integer) -> StandingBlock?
            def self.at(lines, index)
              found = lines[index].match(/\A([ \t]*)(Testing \S.*?)\s*\z/)
              return unless found && lines[index + 1]&.match?(/\A\s*user\s+system\s+total\s+real\s*\z/)

              rows = lines.drop(index + 2).take_while { |line| line.match?(/\S/) && !line.lstrip.start_with?("```") }
              new(heading: found[2], indent: found[1], first: index, last: index + 1 + rows.size)
            end

            # The runtime that the heading names; nil if it names none.
            #: () -> String?
            def runtime = heading[/ with (\S+ .+)\z/, 1]
          end

          # Warns if a document does not name this run's machine or Ruby, or names others. Readers compare tables that are
          # next to each other.
          class Differences
            PREAMBLE = /\ATimes are from .* running .*\.\s*\z/

            #: (Array[String], Array[StandingBlock], Stats::Table) -> void
            def initialize(lines, kept, table)
              @lines = lines
              @kept = kept
              @table = table
            end

            # Sentences for the author.
            #: () -> Array[String]
            def warnings = [machine, runtime].compact

            private

            def machine
              return if names?(@table.machine["cpu"]) && names?(@table.machine["os"])

              at = @lines.index { |line| line.match?(PREAMBLE) }
              where = at ? "line #{at + 1} names another machine" : "it does not name this machine"
              "#{where}; this run: #{Origin.new(@table).sentence}"
            end

            def runtime
              now = @table.shown.filter_map(&:runtime).uniq
              others = (@kept.filter_map(&:runtime) - now.map(&:b)).uniq
              return "tables of another Ruby stay in it: #{others.join("; ")}; this run's is #{now.join("; ")}" if others.any?

              "it names another Ruby or none; this run's is #{now.join("; ")}" if silent?(now)
            end

            # Whether the document does not name this Ruby, and has older tables whose headings name none.
            def silent?(now)
              @kept.any? { |block| block.runtime.nil? } && now.any? { |runtime| !names?(runtime.split(" (").first) }
            end

            def names?(fact) = fact && @lines.any? { |line| line.include?(fact.b) }
          end
        end
      end
    end
  end
end
