# frozen_string_literal: true

module Check
  # A folder is never part of a pattern: a user's folder such as "x [old]" would match nothing.
  class Globs < Part
    GLOB = %r{\bDir(?:\.glob\(|\[)(?!"/proc/)(?!.*\bbase: )}
    FOLDERS = %w[lib exe bin check bench setup].freeze

    def problems
      FOLDERS.flat_map { |folder| @tree.under(folder) }.flat_map do |path|
        lines = @tree.read(path).lines.each_with_index.select { |line, _| line.match?(GLOB) }
        lines.map { |_, index| "#{path}:#{index + 1}: a pattern needs base:, or Paths.matching" }
      end
    end
  end
end
