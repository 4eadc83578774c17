# frozen_string_literal: true

require "date"
require "yaml"

module Cachemark
  class Catalog
    # One YAML file, read safely: its data, and the line of each part.
    # Errors name file, line and path. Paths are JSON pointers ("/steps/0/op").
    class Document
      # Absolute or given path, and the parsed data (String keys only).
      attr_reader :path, :data

      # Raises Usage if the file is absent, unreadable, or not YAML.
      #: (String) -> Document
      def self.read(path)
        new(path, File.read(path, encoding: "UTF-8"))
      rescue SystemCallError => error
        raise Usage.new("#{path}: cannot be read (#{error.message[/\A[^@]+/].strip})", try: "name a YAML file that exists")
      end

      #: (String, String) -> void
      def initialize(path, text)
        @path = path
        raise Usage.new("#{path}: is not UTF-8 text", try: "save it as UTF-8") unless text.valid_encoding?

        @lines = Lines.of(root(text)) { |pointer, line, what, try| refuse("#{line}: #{pointer} #{what}", try) }
        data = YAML.safe_load(text, aliases: true, permitted_classes: PlainData::ODD.keys, filename: path)
        @data = PlainData.new(self).of(data)
      rescue Psych::Exception => error
        raise Usage.new("#{path}#{place(error)}: is not plain YAML: #{reason(error)}", try: hint(error, text))
      rescue SystemStackError
        raise Usage.new("#{path}: is nested too deeply", try: FORM)
      end

      # The guide for such a file.
      FORM = "see guides/own-workloads.md"
      # The next step, by the message of Psych.
      HINTS = {
        /tab character/ => "indent with spaces",
        /',' or '}'/ => "close the { with a }, and separate its parts by commas",
        /',' or '\]'/ => "close the [ with a ], and separate its parts by commas",
        /quoted scalar/ => "close the quotation mark",
        /\AUnknown alias/ => "begin the value that it names with & and that name",
        /unspecified class/ => "remove the tag that begins with !",
        /expected key|expected '-'/ => "indent the parts of a list or mapping alike",
        // => "quote text that contains \": \" or starts with @"
      }.freeze
      private_constant :FORM, :HINTS

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

      def refuse(what, try) = raise(Usage.new("#{path}:#{what}", try: try))

      # The tree of the only document; nil for an empty file.
      def root(text)
        first, second = Psych.parse_stream(text, filename: path).children
        refuse("#{second.start_line + 1}: a second document begins here", "put it into another file") if second
        first&.root
      end

      def place(error) = error.respond_to?(:line) ? ":#{error.line}" : ""

      # Psych mentions no tab that begins a line.
      def hint(error, text)
        tab = error.respond_to?(:line) && text.lines[error.line - 1]&.match?(/\A *\t/)
        HINTS.find { |pattern, _| pattern.match?(tab ? "tab character" : reason(error)) }.last
      end

      def reason(error) = error.respond_to?(:problem) ? [error.problem, error.context].compact.join(" ") : error.message

      # Finds the line of every part of a YAML tree, by JSON pointer. Yields pointer, line, problem and next step
      # of each duplicate key and of each alias to a part that contains it. Psych would silently keep the last duplicate, and
      # such an alias would never end.
      class Lines
        #: (Psych::Nodes::Node?) { (String, Integer, String, String) -> void } -> Hash[String, Integer]
        def self.of(root, &refuse) = new(refuse).tap { |lines| lines.visit(root, "") if root }.found

        # Hash of pointer => line, from 1.
        attr_reader :found

        #: (Proc) -> void
        def initialize(refuse)
          @refuse = refuse
          @found = {}
          @open = []
        end

        # Records the lines of a node and everything below it.
        #: (Psych::Nodes::Node, String, ?Integer) -> void
        def visit(node, pointer, line = node.start_line + 1)
          @found[pointer] = line
          case node
          when Psych::Nodes::Mapping then inside(node) { mapping(node, pointer) }
          when Psych::Nodes::Sequence
            inside(node) { node.children.each_with_index { |child, at| visit(child, "#{pointer}/#{at}") } }
          when Psych::Nodes::Alias then refuse_loop(node, pointer, line)
          end
        end

        private

        def inside(node)
          @open.push(node.anchor)
          yield
          @open.pop
        end

        def refuse_loop(node, pointer, line)
          return unless @open.include?(node.anchor)

          @refuse.call(pointer, line, "is *#{node.anchor}, which contains it", "write the value out")
        end

        def mapping(node, pointer)
          node.children.each_slice(2) do |key, value|
            name = key.respond_to?(:value) ? key.value : "?"
            below = "#{pointer}/#{name.gsub("~", "~0").gsub("/", "~1")}"
            @refuse.call(below, key.start_line + 1, "appears twice", "remove one of them") if @found.key?(below)
            visit(value, below, key.start_line + 1)
          end
        end
      end

      # Reduces data to JSON's types. A whole number becomes an Integer, because servers refuse 60.0. Raises Usage for a value
      # that JSON does not have.
      class PlainData
        # Types that YAML makes of texts without quotes.
        ODD = { Date => "a date", Time => "a time", Symbol => "a symbol" }.freeze
        # The most values of a file. Aliases to lists of aliases would make more than a memory holds.
        MOST = 100_000
        private_constant :MOST

        #: (Document) -> void
        def initialize(document)
          @document = document
          @values = 0
        end

        #: (Object, ?String) -> Object
        def of(value, pointer = "")
          @values += 1
          raise @document.problem("", "has more than #{MOST} values", try: "write fewer aliases") if @values > MOST

          case value
          when Hash then value.to_h { |key, member| [key.to_s, of(member, "#{pointer}/#{key}")] }
          when Array then value.each_with_index.map { |member, at| of(member, "#{pointer}/#{at}") }
          when Float then number(value, pointer)
          when *ODD.keys then raise @document.problem(pointer, "is #{ODD.fetch(value.class)}", try: "put it in quotes")
          else value
          end
        end

        private

        def number(value, pointer)
          raise @document.problem(pointer, "is #{value}; it must be a finite number", try: "write a number") unless value.finite?

          value == value.to_i ? value.to_i : value
        end
      end

      # Checks a file against catalog/schema/KIND.json ("client", "scenario", "suite", "fault"). json_schemer is loaded on
      # first use, because only users' files and faults need it.
      class Schema
        GUIDES = Hash.new(FORM).merge("fault" => "see contributing/fault.md",
                                      "client" => "see contributing/client.md",
                                      "language" => "see contributing/language.md").freeze
        private_constant :GUIDES

        #: (String, String) -> void
        def initialize(folder, kind)
          @path = File.join(folder, "schema", "#{kind}.json")
          @kind = kind
        end

        # Raises Usage with the file, the line, the path and the allowed values. data: the data of the file, if not all of it
        # is validated unchanged. The block returns a further remark on a part (a pointer), or nil.
        #: (Document, ?Object) { (String) -> String? } -> void
        def check(document, data = document.data)
          raise document.problem("", "is empty; it must be a #{@kind}", try: GUIDES[@kind]) unless data

          found = errors(data)
          return if found.empty?

          problem = Problem.new(found.find { |error| misspelt?(error) } || found.first, ::JSON.parse(text))
          remark = yield(problem.pointer) if block_given?
          raise document.problem(problem.pointer, "#{problem.what}#{remark}", try: problem.try || GUIDES[@kind])
        end

        # The schema's JSON.
        #: () -> String
        def text = File.read(@path)

        # The errors of json_schemer (Hashes), in every branch.
        #: (Object) -> Array[Hash]
        def errors(data)
          require "json_schemer"
          require "json"
          @schemer ||= JSONSchemer.schema(Pathname.new(@path))
          @schemer.validate(data).to_a
        end

        private

        # An unknown part of the file itself is usually the one that another error misses.
        def misspelt?(error) = error["type"] == "schema" && error["data_pointer"].count("/") == 1

        # Words for an error of json_schemer: what is wrong, and what would be allowed.
        class Problem
          LIMITS = { "minimum" => "must be at least", "maximum" => "must be at most", "exclusiveMinimum" => "must be above",
                     "minItems" => "needs entries, at least", "maxItems" => "has too many entries, at most",
                     "minLength" => "must have characters, at least", "minProperties" => "needs entries, at least",
                     "maxProperties" => "has too many entries, at most" }.freeze
          TYPES = { "object" => "a mapping (name: value)", "array" => "a list", "integer" => "a whole number",
                    "number" => "a number",
                    "boolean" => "true or false", "string" => "text" }.freeze
          # Characters of a value that a message shows.
          MOST_SHOWN = 40
          private_constant :MOST_SHOWN

          #: (Hash[String, Object], Hash[String, Object]) -> void
          def initialize(error, schema)
            @error = error
            @root = schema
          end

          # JSON pointer of the wrong part.
          #: () -> String
          def pointer = @error["data_pointer"]

          # A clause that follows the pointer.
          #: () -> String
          def what
            case type
            when "required" then "needs #{alternatives || @error.dig("details", "missing_keys").join(" and ")}"
            when "schema" then "is not known here"
            when "enum", "const" then "is #{@error["data"].inspect}"
            when "uniqueItems" then "names something twice"
            when *LIMITS.keys then "#{LIMITS[type]} #{@error["schema"][type]}"
            else shape
            end
          end

          # The allowed alternatives, or nil.
          #: () -> String?
          def try
            case type
            when "schema" then Suggest.sentence(pointer.split("/").last, siblings)
            when "enum" then allowed(@error["schema"]["enum"])
            when "const" then "Allowed: #{@error["schema"]["const"]}"
            when "required" then known
            when "string" then "put it in quotes" if unquoted?
            end
          end

          private

          def type = @error["type"]

          # A form without members of its own says which of several are needed.
          def alternatives = @error["schema"].key?("properties") ? nil : @error["schema"]["description"]

          def known
            names = @error["schema"].fetch("properties", {}).keys
            "Known here: #{names.join(", ")}" if names.any?
          end

          # Whether YAML read a text, such as a version, as a number or a switch.
          def unquoted? = ![Hash, Array, NilClass].include?(@error["data"].class)

          # If there are many words, only the most similar ones.
          def allowed(words)
            all = "Allowed: #{words.join(", ")}"
            near = Suggest.sentence(@error["data"], words)[/\ADid you mean.*/] if all.size > Suggest::SHORT
            near || all
          end

          def shape
            wanted = Array(@error["schema"]["type"]).filter_map { |name| TYPES[name] }
            text = (TYPES[type] unless type == "string") || @error["schema"]["description"] || wanted.join(" or ")
            "is #{shown(@error["data"].inspect)}; it must be #{text.empty? ? @error["error"] : text}"
          end

          def shown(value) = value.size > MOST_SHOWN ? "#{value[0, MOST_SHOWN]}..." : value

          # The properties next to an unknown property: those of the schema above it.
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
