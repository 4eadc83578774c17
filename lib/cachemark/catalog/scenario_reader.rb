# frozen_string_literal: true

module Cachemark
  class Catalog
    # Scenario file -> Scenario. The file's own words, expanded: keys, key sets,
    # lists of keys, and the published form next to the corrected one.
    class ScenarioReader
      #: (Document) -> Scenario
      def self.read(document) = new(document).scenario

      #: (Document) -> void
      def initialize(document)
        @document = document
        @data = document.data
      end

      # Raises Usage, naming file, line and path.
      #
      #: () -> Scenario
      def scenario
        problem = neither_or_both || ValueTable.problem(values)
        raise @document.problem(*problem) if problem

        main = part(@data, "")
        Scenario.new(
          id: @data["id"] || File.basename(@document.path, ".*"), label: label, summary: @data.fetch("summary", ""), kind: kind,
          wrap: @data["wrap"], ttl: ttl, values: values, pairs: pairs, published: published, **main
        )
      end

      private

      # Pairs bring their own keys and values.
      def neither_or_both
        return ["", "needs keys or pairs"] unless @data["keys"] || @data["pairs"]

        both = %w[keys values wrap].find { |name| @data["pairs"] && @data[name] }
        ["/#{both}", "does not go together with pairs"] if both
      end

      def pairs = @data["pairs"] && Pairs.new(**@data["pairs"].transform_keys(&:to_sym))

      def kind = @data["kind"]

      def label = @data["label"] || (@data["id"] || File.basename(@document.path, ".*")).split("/").last

      def ttl = @data.fetch("ttl", 0)

      def values = (@data["values"] || {}).transform_values(&:freeze).freeze

      def part(data, pointer)
        keys = KeyTable.new(data["keys"] || @data["keys"] || {}, seed: @data.fetch("seed", 1))
        raise @document.problem(*keys.problem) if keys.problem

        list = StepList.new(@document, kind: kind, keys: keys, values: values, ttl: ttl, pairs: !pairs.nil?)
        { keys: keys.texts, prelude: (list.populate + list.expand(data["prelude"] || [], "#{pointer}/prelude")).freeze,
          steps: list.repeat(data["steps"], "#{pointer}/steps") }
      end

      def published
        given = @data["published"]
        return {}.freeze unless given

        above = given.slice("keys", "prelude", "steps")
        layouts = given.fetch("layouts", {}).to_h { |name, form| [name, form(above.merge(form), "/published/layouts/#{name}")] }
        form(given, "/published").merge("layouts" => layouts.freeze).freeze
      end

      # What a form leaves out is as in the corrected scenario; what a layout's form leaves out, as in the published one.
      def form(given, pointer)
        inherited = { "prelude" => @data["prelude"] || [], "steps" => @data["steps"] }.merge(given)
        part(inherited, pointer).transform_keys(&:to_s).merge(given.slice("notes", "replies")).freeze
      end

      # Expands the steps of a scenario file into one Hash per call: a list of keys,
      # or a key set, becomes one call per key, except for multi-key operations. A step
      # of a scenario with pairs stays one, however many calls it makes.
      class StepList
        #: (Document, kind: String, keys: KeyTable, values: Hash[String, Hash], ttl: Integer, ?pairs: bool) -> void
        def initialize(document, kind:, keys:, values:, ttl:, pairs: false)
          @document = document
          @kind = kind
          @keys = keys
          @values = values
          @ttl = ttl
          @pairs = pairs
        end

        # Raises Usage for an unknown operation, key or value, and for a missing one.
        #
        #: (Array[Hash], String) -> Array[Hash[String, Object]]
        def expand(steps, pointer)
          steps.each_with_index.flat_map { |step, at| calls(step, "#{pointer}/#{at}") }.freeze
        end

        # The same of steps that are made in each iteration: what puts bytes to a value that no step before it has written would
        # make that grow without end.
        #
        #: (Array[Hash], String) -> Array[Hash[String, Object]]
        def repeat(steps, pointer)
          fresh = []
          expand(steps, pointer).tap do
            steps.each_with_index do |step, at|
              operation = Vocabulary::Operations[step["op"]]
              refuse_growth(step, fresh, "#{pointer}/#{at}") if operation.raw
              fresh.concat(names(step, pointer)) if operation.replaces && !step["each"]
            end
          end
        end

        # The calls that populate key sets and delete the share that must miss.
        #
        #: () -> Array[Hash[String, Object]]
        def populate
          @keys.populated.flat_map do |spec, there, absent|
            writer = Vocabulary::Operations.writer(@kind)
            written = { "op" => writer, "keys" => there, "value" => spec["value"], "raw" => spec["raw"] }.compact
            expand([written, { "op" => "delete", "keys" => absent }].reject { |step| step["keys"].empty? }, "/keys")
          end
        end

        private

        def calls(step, pointer)
          operation(step["op"], pointer)
          return [each(step, pointer)] if @pairs || step["each"]

          check(step, pointer)
          names = names(step, pointer)
          plain = complete(step.except("key", "keys"))
          return [plain.merge("keys" => names.freeze).freeze] if Vocabulary::Operations[step["op"]].multi?

          names.map { |name| plain.merge("key" => name).freeze }
        end

        def each(step, pointer)
          raise @document.problem("#{pointer}/each", "needs the scenario's pairs, and it has none") unless @pairs
          raise @document.problem(pointer, "needs each: pairs") unless step["each"]

          stray = (step.keys & %w[key keys value by initial unless_exist]).first
          raise @document.problem("#{pointer}/#{stray}", "does not go together with each") if stray
          return complete(step).freeze if Vocabulary::Operations[step["op"]].each

          raise @document.problem("#{pointer}/op", "is #{step["op"].inspect}, which does not take each pair",
                                try: "There are: #{(Vocabulary::Operations.names(&:each) & known).join(", ")}.")
        end

        def check(step, pointer)
          value(step, pointer)
          if step["unless_exist"] && step["op"] != "write"
            raise @document.problem("#{pointer}/unless_exist", "belongs to write only")
          end
        end

        def operation(name, pointer)
          return if known.include?(name)

          raise @document.problem("#{pointer}/op", "is #{name.inspect}, no operation of a #{@kind} scenario",
                                try: Suggest.sentence(name, known))
        end

        def refuse_growth(step, fresh, pointer)
          grown = names(step, pointer) - fresh
          return if grown.empty?

          raise @document.problem(pointer, "makes #{grown.first} longer in each iteration",
                                  try: "Write #{grown.first} in a step before it.")
        end

        def known = Vocabulary::Operations.of(@kind)

        def value(step, pointer)
          name = step["value"]
          operation = Vocabulary::Operations[step["op"]]
          raise @document.problem(pointer, "needs a value") if name.nil? && operation.writes?
          raise @document.problem("#{pointer}/value", "does not belong to #{step["op"]}") if name && !operation.value?
          if operation.raw && !step["raw"]
            raise @document.problem("#{pointer}/raw", "must be true: #{step["op"]} puts bytes to bytes")
          end
          return if name.nil? || @values.key?(name)

          raise @document.problem("#{pointer}/value", "is #{name.inspect}, which is not among values",
                                try: Suggest.sentence(name, @values.keys))
        end

        def names(step, pointer)
          given = step["keys"] || [step["key"]].compact
          raise @document.problem(pointer, "needs a key") if given.empty?

          given.flat_map { |name| @keys.names(name) || (raise unknown_key(name, step, pointer)) }
        end

        def unknown_key(name, step, pointer)
          @document.problem("#{pointer}/#{step.key?("keys") ? "keys" : "key"}", "names #{name.inspect}, which is not among keys",
                          try: Suggest.sentence(name, @keys.words))
        end

        # Writes carry the scenario's ttl; nil ("default") leaves it to the library.
        def complete(step)
          operation = Vocabulary::Operations[step["op"]]
          step = step.merge("ttl" => step.fetch("ttl", @ttl)) if operation.ttl_in?(step)
          step = step.merge("ttl" => nil) if step["ttl"] == "default"
          step = step.merge("by" => step.fetch("by", 1)) if operation.number
          step
        end
      end

      # The `values` of a scenario file: what each kind needs besides its kind. Drivers
      # build the values.
      module ValueTable
        # One of each list must be there.
        NEEDS = {
          "array" => [%w[items]], "string" => [%w[text bytes]], "binary" => [%w[hex bytes]], "hash" => [%w[items]],
          "nested" => [%w[items], %w[depth]], "number" => [%w[number]]
        }.freeze
        # memcached's item limit is 1 MB with the key and its own header.
        MOST_BYTES = 1_048_000

        # What is wrong with the values, as [pointer, sentence], or nil.
        #
        #: (Hash[String, Hash]) -> [String, String]?
        def self.problem(specs)
          specs.each do |name, spec|
            lacking = NEEDS.fetch(spec["kind"]).find { |names| names.none? { |one| spec.key?(one) } }
            return ["/values/#{name}", "needs #{lacking.join(" or ")}"] if lacking

            bytes = spec["text"].to_s.bytesize * spec.fetch("times", 1)
            return ["/values/#{name}", "is #{bytes} bytes; memcached takes #{MOST_BYTES}"] if bytes > MOST_BYTES
            return ["/values/#{name}", "grows to more than a million items"] if items(spec) > 1_000_000
          end
          nil
        end

        def self.items(spec) = spec["kind"] == "nested" ? spec["items"]**spec["depth"] : spec.fetch("items", 0)
        private_class_method :items
      end
    end
  end
end
