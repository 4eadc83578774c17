# frozen_string_literal: true

module Cachemark
  module Host
    class Machine
      # Small files below a root folder: "/" or, in tests, a fixture.
      class Tree
        def initialize(root)
          @root = root
        end

        # The file's text without outer blanks; nil when it cannot be read or is empty.
        #
        #: (String) -> String?
        def read(path)
          text = ::File.read(::File.join(@root, path)).scrub("?").strip
          text unless text.empty?
        rescue SystemCallError
          nil
        end

        # The first group of a pattern, or nil.
        #
        #: (String, Regexp) -> String?
        def find(path, pattern) = read(path)&.[](pattern, 1)

        def exist?(path) = ::File.exist?(::File.join(@root, path))

        # Paths below the root, as `read` takes them.
        def glob(pattern) = Dir.glob(pattern, base: @root).sort
      end
    end
  end
end
