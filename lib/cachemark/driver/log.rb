# frozen_string_literal: true

module Cachemark
  module Driver
    # The file that keeps what one driver writes to stderr; several processes may
    # follow one another in one file.
    class Log
      # String: absolute path.
      attr_reader :path

      #: (String) -> void
      def initialize(path)
        @path = path
        @from = ::File.size?(path) || 0
      end

      # Yields the file, opened for appending.
      def open(&) = ::File.open(path, "a", &)

      # What clients warn of at every start says nothing about an end.
      NOISE = /\bdeprecat|\bwarn(ing)?\b/i
      private_constant :NOISE

      # The last lines that this process wrote, oldest first, without warnings and repetitions.
      #
      #: (?Integer) -> Array[String]
      def tail(count = 3)
        lines = written.scrub("?").lines.map(&:strip).reject { |line| line.empty? || line.match?(NOISE) }
        lines.uniq.last(count).map { |line| line[0, 160] }
      rescue SystemCallError
        []
      end

      private

      def written
        ::File.open(path, "r:UTF-8") do |file|
          file.seek([@from, file.size - 4096].max)
          file.read
        end
      end
    end
  end
end
