# frozen_string_literal: true

require "json"

module Cachemark
  module Results
    # The published copy of a record. Every report of it has the same figures. It is smaller than the record:
    #
    # - The names of the machine are replaced (Names), and the command has no names of files that a repetition does not need
    #   (Arguments).
    # - In a table of costs, a stretch is cut to the longest on which a figure of its process depends. Only how many stretches are
    #   longer matters, not by how much. Their total time stays in the block.
    # - A case that passed has no history: it would show nothing.
    # - Warnings of what earlier checks of this machine saw are removed, because a reader has the results of checks.
    class Copy
      EVIDENCE = { "history" => [].freeze, "octets" => [].freeze }.freeze
      private_constant :EVIDENCE

      #: (Record, Names) -> void
      def initialize(record, names)
        @record = record
        @names = names
      end

      #: () -> Array[Hash]
      def lines
        @lines ||= begin
          names = @names.in(@record.lines)
          @record.lines.map { |line| names.without(typed(smaller(line))) }.freeze
        end
      end

      #: () -> Record
      def record = Record.from_lines(lines)

      # The text of its file.
      #: () -> String
      def text = @text ||= lines.map { |line| "#{::JSON.generate(line)}\n" }.join

      private

      def smaller(line)
        case Record::Kinds.name(line)
        when "case" then Vocabulary::Outcomes.passed?(line["outcome"]) ? { **line, **EVIDENCE.slice(*line.keys) } : line
        when "block" then cut(line)
        else line
        end
      end

      # The first line of a run, and of one that was continued.
      def typed(line)
        line["argv"] ? { **line.except("warnings"), "argv" => Arguments.published(line["argv"]) } : line
      end

      # A comparison takes its figures from parts of a process, so its stretches stay.
      def cut(block)
        return block unless @record.run["command"] == "run" && Stats::Cost::OfProcess.stretched?(block)

        most_ns = (longest.fetch(block.values_at("cell", "process")) * calls(block)).ceil
        { **block, "batches" => block["batches"].map { |ns| [ns, most_ns].min } }
      end

      # Calls in a stretch.
      def calls(block) = block["batch"] * block["calls"].fdiv(block["iterations"])

      # {[cell, process] => ns per call}, of processes with stretches.
      def longest
        @longest ||= @record.blocks.group_by { |block| block["cell"] }.flat_map do |cell, blocks|
          Stats::Cost::OfProcess.of(blocks).select(&:stretched?)
                                           .map { |cost| [[cell, cost.blocks.first["process"]], cost.longest_ns] }
        end.to_h
      end

      # The words of a command as they are published. A repetition needs no file that the command wrote or compared with. Others
      # that are named by a relative path lose its folders, as those with an absolute path do (Names::FileNames).
      module Arguments
        # Options that name such files.
        UNNEEDED = %w[--output --baseline --results].freeze
        # Options, also of a contender, whose value is a path if it has a slash.
        NAMED = [*Vocabulary::Language.all.values.map(&:option), "memcached", "data", "locked", "resume"].freeze
        VALUE = %r{\b(?:#{NAMED.join("|")})=\K[^,=/~][^,=]*/[^,=]*}
        # Scenarios and clients have slashes, too.
        FILE = %r{(?<=\A|[,=@:])(?:\.\.?/[^,=]*|[^,=@:/~…][^,=@:]*/[^,=@:]*\.(?:ya?ml|jsonl?|gz))(?=[,=]|\z)}
        private_constant :UNNEEDED, :NAMED, :VALUE, :FILE

        class << self
          #: (Array[String]) -> Array[String]
          def published(words)
            kept = CommandLine.without(CommandLine.renewed(words), *UNNEEDED)
            [nil, *kept].each_cons(2).map { |before, word| named?(before) ? relative(word) : within(word) }
          end

          private

          def named?(option) = option.to_s.start_with?("--") && NAMED.include?(option.delete_prefix("--"))

          # Of the value of an option.
          def relative(word) = word.match?(%r{\A[^/~].*/}) ? placed(word) : word

          def within(word) = word.gsub(VALUE) { |path| placed(path) }.gsub(FILE) { |path| placed(path) }

          def placed(path) = path.start_with?(Names::ELSEWHERE) ? path : "#{Names::ELSEWHERE}#{File.basename(path)}"
        end
      end
    end
  end
end
