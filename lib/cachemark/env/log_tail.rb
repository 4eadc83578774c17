# frozen_string_literal: true

module Cachemark
  module Env
    # The few lines of a log that say why a command failed.
    module LogTail
      # The first that a compiler or an extconf.rb complains of; later ones only follow from it.
      CAUSE = /\berror: |\([A-Z]\w*Error\)/
      REVEALING = /error|cannot|could not|not found|no such|requires|unable|failed|fatal|denied|no space/i
      NOISE = /\A(Gem files will remain|Results logged|To see why|An error occurred while installing|See also|\s+from )/

      # At most `lines` lines, joined with "; " and cut to 300 characters.
      #
      #: (String, ?lines: Integer) -> String
      def self.of(path, lines: 2)
        all = read(path).lines(chomp: true).map(&:strip).reject { |line| line.empty? || line.match?(NOISE) }
        causes = all.grep(CAUSE)
        revealing = all.grep(REVEALING)
        chosen = causes.empty? ? (revealing.empty? ? all : revealing).last(lines) : causes.first(lines)
        chosen.join("; ")[0, 300]
      end

      # Whether the command failed for want of room on the disk.
      #
      #: (String) -> bool
      def self.full_disk?(path) = read(path).match?(/No space left on device|Disk quota exceeded/)

      def self.read(path)
        text = File.binread(path, 64 * 1024, [File.size(path) - (64 * 1024), 0].max).to_s
        text.dup.force_encoding(Encoding::UTF_8).scrub("?")
      rescue SystemCallError
        ""
      end
      private_class_method :read
    end
  end
end
