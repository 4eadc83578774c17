# frozen_string_literal: true

require "printed"

module Check
  # Each output that README and the guides print can be repeated by bench/examples.rb, or says why it is kept.
  class Examples
    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def problems
      Printed.pages(@tree).flat_map { |path| Printed::Page.new(path, @tree.read(path)).problems }
    end
  end
end
