# frozen_string_literal: true

require "yaml"

module Cachemark
  class Catalog
    # One YAML file, read safely: its data, and the line of each part.
    # Errors name file, line and path. Paths are JSON pointers ("/steps/0/op").
    class Document
      # Absolute or given path, and the parsed data (String keys only).
      attr_reader :path, :data

      # Raises Usage when the file is absent, unreadable, or not YAML.
      #
      #: (String) -> Document
      def self.read(path)
        new(path, File.read(path, encoding: "UTF-8"))
      rescue SystemCallError => error
        raise Usage.new("#{path}: cannot be read (#{error.message[/\A[^@]+/].strip})", try: "Name a YAML file that exists.")
      end

      #: (String, String) -> void
      def initialize(path, text)
        @path = path
        raise Usage.new("#{path}: is not UTF-8 text", try: "Save it as UTF-8.") unless text.valid_encoding?

        tree = Psych.parse(text, filename: path)
        @lines = Lines.of(tree ? tree.root : nil) { |pointer, line| refuse_twin(pointer, line) }
        @data = YAML.safe_load(text, aliases: true, filename: path)
      rescue Psych::Exception => error
        raise Usage.new("#{path}#{place(error)}: is not plain YAML: #{reason(error)}",
                        try: "Quote text that holds \": \" or starts with @.")
      end

      # The guide to such a file.
      FORM = "see guides/own-workloads.md"
      private_constant :FORM

      # The line (from 1) of a pointer, or of the nearest part above it.
      #
      #: (String) -> Integer
      def line(pointer)
        pointer = pointer.sub(%r{/[^/]*\z}, "") until pointer.empty? || @lines.key?(pointer)
        @lines.fetch(pointer, 1)
      end

      # An error about one part of the file, ready to raise.
      #
      #: (String, String, ?try: String?) -> Usage
      def problem(pointer, what, try: FORM)
        Usage.new("#{path}:#{line(pointer)}: #{pointer.empty? ? "the file" : pointer} #{what}", try: try)
      end

      private

      def refuse_twin(pointer, line)
        raise Usage.new("#{path}:#{line}: #{pointer} appears twice", try: "remove one of them")
      end

      def place(error) = error.respond_to?(:line) ? ":#{error.line}" : ""

      def reason(error) = error.respond_to?(:problem) ? [error.problem, error.context].compact.join(" ") : error.message

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
