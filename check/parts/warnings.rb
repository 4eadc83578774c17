# frozen_string_literal: true

module Check
  # The warnings of `ruby -wc` about our own files, all in one process.
  class Warnings < Part
    # Collects instead of printing, while a part asks it to.
    module Collector
      class << self
        attr_accessor :lines
      end

      def warn(message, **)
        Collector.lines ? Collector.lines << message : super
      end
    end
    Warning.extend(Collector)

    def problems
      @tree.ruby.flat_map { |path| complaints(path) }
    end

    private

    def complaints(path)
      Collector.lines = []
      verbose, $VERBOSE = $VERBOSE, true
      RubyVM::InstructionSequence.compile(@tree.read(path), path, path)
      Collector.lines.map(&:chomp)
    rescue SyntaxError => e
      e.message.lines(chomp: true).first(1)
    ensure
      $VERBOSE = verbose
      Collector.lines = nil
    end
  end
end
