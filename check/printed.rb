# frozen_string_literal: true

module Check
  # The outputs of commands that README and the guides print. A comment before each says how it is repeated:
  #
  #   <!-- example: COMMAND | OPTION | OPTION -->
  #   <!-- kept: REASON -->
  #
  # `ruby bench/examples.rb` repeats the examples. Kept figures stay with their date and version.
  module Printed
    # A marker that cannot be read, or an output without the lines that its marker asks for.
    class Problem < StandardError; end

    PAGES = ["README.md", "{guides,contributing,docs}/*.md"].freeze

    # Array[String]: the pages of a tree.
    #: (Check::Tree) -> Array[String]
    def self.pages(tree)
      tree.files.select { |path| PAGES.any? { |glob| File.fnmatch?(glob, path, File::FNM_EXTGLOB | File::FNM_PATHNAME) } }
    end
  end
end

require_relative "printed/cut"
require_relative "printed/marker"
require_relative "printed/page"
