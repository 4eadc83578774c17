# frozen_string_literal: true

module Check
  # No file of code is longer than a reader holds in mind.
  class Sizes
    LONGEST = 250

    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def problems
      @tree.ruby.filter_map do |path|
        count = @tree.read(path).lines.size
        "#{path}: #{count} lines, more than #{LONGEST}" if count > LONGEST
      end
    end
  end
end
