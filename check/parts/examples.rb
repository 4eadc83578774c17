# frozen_string_literal: true

require "printed"

module Check
  # Each output that README and the guides print was measured with a release and can be repeated by bench/examples.rb, or says
  # why it is kept.
  class Examples < Part
    def problems
      Printed.pages(@tree).flat_map do |path|
        page = Printed::Page.new(path, @tree.read(path))
        page.problems + page.outdated
      end
    end
  end
end
