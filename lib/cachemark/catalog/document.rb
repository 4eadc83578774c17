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
      #: (String) -> Integer
      def line(pointer)
        pointer = pointer.sub(%r{/[^/]*\z}, "") until pointer.empty? || @lines.key?(pointer)
        @lines.fetch(pointer, 1)
      end

      # An error about one part of the file, ready to raise.
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

      # Checks a file against catalog/schema/KIND.json ("client", "scenario", "suite", "fault").
      # json_schemer is loaded on first use: only users' files and faults need it.
      class Schema
        # The guides of files that a Document has no guide for.
        GUIDES = { "fault" => "see guides/adding-a-fault.md" }.freeze
        private_constant :GUIDES

        #: (String, String) -> void
        def initialize(folder, kind)
          @path = File.join(folder, "schema", "#{kind}.json")
          @kind = kind
        end

        # Raises Usage naming file, line, path and what is allowed there. data: of the file, where not all of it is
        # taken as it is. A block answers what else is to be said of a part (a pointer), or nil.
        #: (Document, ?Object) { (String) -> String? } -> void
        def check(document, data = document.data)
          raise document.problem("", "is empty; it must be a #{@kind}", **advice) unless data

          found = errors(data)
          return if found.empty?

          problem = Problem.new(found.first, ::JSON.parse(File.read(@path)))
          remark = yield(problem.pointer) if block_given?
          raise document.problem(problem.pointer, "#{problem.what}#{remark}", try: problem.try || advice[:try])
        end

        # What json_schemer finds wrong (Hashes), every branch of it.
        #: (Object) -> Array[Hash]
        def errors(data)
          require "json_schemer"
          require "json"
          @schemer ||= JSONSchemer.schema(Pathname.new(@path))
          @schemer.validate(data).to_a
        end

        private

        def advice = { try: GUIDES[@kind] }.compact

        # Puts one finding of json_schemer into words: what is wrong there, and what
        # would be allowed.
        class Problem
          LIMITS = { "minimum" => "must be at least", "maximum" => "must be at most", "exclusiveMinimum" => "must be above",
                     "minItems" => "needs entries, at least", "maxItems" => "has too many entries, at most",
                     "minLength" => "must have characters, at least", "minProperties" => "needs entries, at least",
                     "maxProperties" => "has too many entries, at most" }.freeze
          TYPES = { "object" => "a mapping (name: value)", "array" => "a list", "integer" => "a whole number",
                    "number" => "a number",
                    "boolean" => "true or false", "string" => "text" }.freeze

          #: (Hash[String, Object], Hash[String, Object]) -> void
          def initialize(error, schema)
            @error = error
            @root = schema
          end

          # JSON pointer of the part that is wrong.
          #: () -> String
          def pointer = @error["data_pointer"]

          # A clause that follows the pointer.
          #: () -> String
          def what
            case type
            when "required" then "needs #{@error.dig("details", "missing_keys").join(" and ")}"
            when "schema" then "is not known here"
            when "enum", "const" then "is #{@error["data"].inspect}"
            when "uniqueItems" then "names something twice"
            when *LIMITS.keys then "#{LIMITS[type]} #{@error["schema"][type]}"
            else shape
            end
          end

          # What is allowed instead, or nil.
          #: () -> String?
          def try
            case type
            when "schema" then Suggest.sentence(pointer.split("/").last, siblings)
            when "enum" then allowed(@error["schema"]["enum"])
            when "const" then "Allowed: #{@error["schema"]["const"]}"
            when "required" then "Known here: #{@error["schema"].fetch("properties", {}).keys.join(", ")}"
            end
          end

          private

          def type = @error["type"]

          # Of many words the nearest.
          def allowed(words)
            all = "Allowed: #{words.join(", ")}"
            near = Suggest.sentence(@error["data"], words)[/\ADid you mean.*/] if all.size > Suggest::SHORT
            near || all
          end

          def shape
            wanted = Array(@error["schema"]["type"]).filter_map { |name| TYPES[name] }
            text = @error["schema"]["description"] || wanted.join(" or ")
            "is #{@error["data"].inspect[0, 40]}; it must be #{text.empty? ? @error["error"] : text}"
          end

          # The properties next to an unknown one: those of the schema above it.
          def siblings
            above = @error["schema_pointer"].delete_suffix("/additionalProperties").split("/").drop(1)
            found = above.reduce(@root) { |schema, part| schema.is_a?(Array) ? schema[part.to_i] : schema.fetch(part) }
            found.fetch("properties", {}).keys
          end
        end
      end
    end
  end
end
