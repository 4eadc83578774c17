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
      pages = @tree.files.select { |path| Printed::PAGES.any? { |glob| File.fnmatch?(glob, path, File::FNM_EXTGLOB | File::FNM_PATHNAME) } }
      pages.flat_map { |path| Printed::Page.new(path, @tree.read(path)).problems }
    end
  end
end
