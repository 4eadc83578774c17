# frozen_string_literal: true

module Cachemark
  class Catalog
    class Document
      # Finds the line of every part of a YAML tree, by JSON pointer. Yields the
      # pointer and line of a key that its mapping already has: Psych would keep
      # the last one without a word.
      class Lines
        #: (Psych::Nodes::Node?) { (String, Integer) -> void } -> Hash[String, Integer]
        def self.of(root, &twin) = new(twin).tap { |lines| lines.visit(root, "") if root }.found

        # Hash of pointer => line, from 1.
        attr_reader :found

        #: (Proc) -> void
        def initialize(twin)
          @twin = twin
          @found = {}
        end

        # Notes a node and all that is below it.
        #
        #: (Psych::Nodes::Node, String, ?Integer) -> void
        def visit(node, pointer, line = node.start_line + 1)
          @found[pointer] = line
          case node
          when Psych::Nodes::Mapping then mapping(node, pointer)
          when Psych::Nodes::Sequence
            node.children.each_with_index { |child, at| visit(child, "#{pointer}/#{at}") }
          end
        end

        private

        def mapping(node, pointer)
          node.children.each_slice(2) do |key, value|
            name = key.respond_to?(:value) ? key.value : "?"
            below = "#{pointer}/#{name.gsub("~", "~0").gsub("/", "~1")}"
            @twin.call(below, key.start_line + 1) if @found.key?(below)
            visit(value, below, key.start_line + 1)
          end
        end
      end
    end
  end
end
