# frozen_string_literal: true

require "digest"

module Cachemark
  class Catalog
    # A named list of operations.
    #
    # - `keys` maps a name to the key (String), `values` maps a name to its spec.
    # - `prelude` and `steps` are frozen Hashes with string keys: one for each call, or one for a call with each of the
    #   `pairs`, which replace keys and values.
    # - `ttl` is in seconds, 0 for none.
    # - `published` describes how the published program differed: keys, prelude, steps, "notes" (sentences), and "replies"
    #   ("unknown" if they depend on the rows before).
    Scenario = Value.define(:id, :label, :summary, :kind, :keys, :values, :prelude, :steps,
                            wrap: nil, ttl: 0, pairs: nil, published: {}.freeze) do
      # Calls per iteration.
      #: () -> Integer
      def calls = steps.sum { |step| step["each"] ? pairs.count : 1 }

      # The fields of a driver's `open`. `pairs_file` is the absolute path of the file with the pairs.
      #: (?pairs_file: String?) -> Hash[String, Object]
      def to_wire(pairs_file: nil)
        plain = { "keys" => keys, "values" => values, "prelude" => prelude, "steps" => steps, "wrap" => wrap }
        pairs_file ? plain.merge("pairs" => { "file" => pairs_file }) : plain
      end

      # The facts that a record keeps, so that it can be run again without its file.
      #: () -> Hash[String, Object]
      def to_record
        plain = { "label" => label, "summary" => summary, "kind" => kind, "ttl" => ttl, **to_wire }
        pairs ? plain.merge("pairs" => pairs.to_record) : plain
      end

      # The scenario of a record, with its pairs as they are now.
      #: (String, Hash[String, Object], ?pairs: Pairs?) -> Scenario
      def self.recorded(id, facts, pairs: nil) = new(id: id, **facts.transform_keys(&:to_sym), pairs: pairs)

      # The same with at most `most` of its pairs.
      #: (Integer) -> Scenario
      def over(most) = pairs ? with(pairs: pairs.first(most)) : self

      # The scenario as the published program ran it for the row named `contender`. `layout` is the suite's, because the
      # programs differed.
      #: (String, ?layout: String?) -> Scenario
      def as_published(contender, layout: nil)
        form = published.merge(published.dig("layouts", layout) || {})
        named = (form["keys"] || keys).transform_values { |text| text.gsub("CONTENDER", contender).freeze }
        with(keys: named.freeze, prelude: form["prelude"] || prelude, steps: form["steps"] || steps, published: form.freeze)
      end

      # Whether the replies of the published form are known in advance.
      #: () -> bool
      def replies_known? = published["replies"] != "unknown"

      # Sentences on the differences of the published program.
      #: () -> Array[String]
      def published_notes = published["notes"] || []
    end

    # How a file is read.
    class Scenario
      # Scenario file -> Scenario. Expands the words of the file: keys, key sets, lists of keys, and the published form next
      # to the corrected one.
      class Reader
        #: (Document) -> Scenario
        def self.read(document) = new(document).scenario

        #: (Document) -> void
        def initialize(document)
          @document = document
          @data = document.data
        end

        # Raises Usage with file, line and path.
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

        # Pairs include their keys and values.
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

        # Parts that a form omits are those of the corrected scenario. Parts that the form of a layout omits are those of the
        # published form.
        def form(given, pointer)
          inherited = { "prelude" => @data["prelude"] || [], "steps" => @data["steps"] }.merge(given)
          part(inherited, pointer).transform_keys(&:to_s).merge(given.slice("notes", "replies")).freeze
        end

        # Expands the steps of a scenario file into one Hash for each call. A list of keys, or a key set, becomes one call
        # for each key, except for multi-key operations. In a scenario with pairs, a step stays a single Hash, however many
        # calls it makes.
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
          #: (Array[Hash], String) -> Array[Hash[String, Object]]
          def expand(steps, pointer)
            steps.each_with_index.flat_map { |step, at| calls(step, "#{pointer}/#{at}") }.freeze
          end

          # The same for steps that run in each iteration. It rejects a step that appends bytes to a value that no earlier
          # step has written, because the value would grow without end.
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

            wrong = (step.keys & %w[key keys value by initial unless_exist]).first
            raise @document.problem("#{pointer}/#{wrong}", "does not go together with each") if wrong
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

            raise @document.problem("#{pointer}/op", "is #{name.inspect}, not an operation of a #{@kind} scenario",
                                  try: Suggest.sentence(name, known))
          end

          def refuse_growth(step, fresh, pointer)
            grown = (names(step, pointer) - fresh).first or return
            raise @document.problem(pointer, "makes #{grown} longer in each iteration",
                                    try: "put { op: set, key: #{grown}, value: #{step["value"]}, raw: true } " \
                                         "before it in steps (the prelude runs once per block)")
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
            part = step.key?("keys") ? "keys" : "key"
            @document.problem("#{pointer}/#{part}", "names #{name.inspect}, which is not among keys",
                            try: Suggest.sentence(name, @keys.words))
          end

          # Adds the scenario's ttl to writes. nil ("default") leaves the ttl to the library.
          def complete(step)
            operation = Vocabulary::Operations[step["op"]]
            step = step.merge("ttl" => step.fetch("ttl", @ttl)) if operation.ttl_in?(step)
            step = step.merge("ttl" => nil) if step["ttl"] == "default"
            step = step.merge("by" => step.fetch("by", 1)) if operation.number
            step
          end
        end

        # The `values` of a scenario file: the fields that each kind needs in addition to its kind. Drivers build the values.
        module ValueTable
          # At least one of each list is required.
          NEEDS = {
            "array" => [%w[items]], "string" => [%w[text bytes]], "binary" => [%w[hex bytes]], "hash" => [%w[items]],
            "nested" => [%w[items], %w[depth]], "number" => [%w[number]]
          }.freeze
          # memcached's item limit of 1 MB includes the key and memcached's own header.
          MOST_BYTES = 1_048_000

          # An error in the values, as [pointer, sentence], or nil.
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

      # Expands the `keys` of a scenario file: texts as written, generated keys of a given size, and key sets (NAME1..NAMEn).
      # The first `hit_ratio` share of a set exists at the start. Generated keys depend only on seed, name and number.
      class KeyTable
        # memcached rejects longer keys.
        MOST_BYTES = 250

        # An error in the text of a key, as the end of a sentence, or nil.
        #: (String) -> String?
        def self.key_fault(text)
          return "is #{text.bytesize} bytes; keys have 1 to #{MOST_BYTES}" unless text.bytesize.between?(1, MOST_BYTES)

          "holds a blank or control character, which memcached refuses in keys" if text.match?(/[[:cntrl:]\u0020\u00a0]/)
        end

        # name => key text (Strings), every set expanded.
        attr_reader :texts

        #: (Hash[String, Hash], seed: Integer) -> void
        def initialize(specs, seed:)
          @specs = specs
          @seed = seed
          @texts = specs.flat_map { |name, spec| without_text?(spec) ? [] : expand(name, spec) }.to_h.freeze
        end

        # The names of the keys that a name in a step refers to; nil for an unknown name.
        #: (String) -> Array[String]?
        def names(name)
          return [name] if @texts.key?(name) && !set?(name)

          set?(name) ? Array.new(@specs[name]["count"]) { |at| "#{name}#{at + 1}" } : nil
        end

        # The names that a step can use.
        #: () -> Array[String]
        def words = @specs.keys

        # [spec, names that exist at the start, names that do not] of each populated entry.
        #: () -> Array[[Hash, Array[String], Array[String]]]
        def populated
          @specs.select { |_, spec| spec["value"] }.map do |name, spec|
            all = names(name)
            there = (all.size * spec.fetch("hit_ratio", 1)).round
            [spec, all.first(there), all.drop(there)]
          end
        end

        # An error in the keys, as [pointer, sentence], or nil.
        #: () -> [String, String]?
        def problem
          bare = @specs.find { |_, spec| without_text?(spec) }
          return ["/keys/#{bare.first}", "needs text or bytes"] if bare

          empty = @specs.find { |_, spec| spec.key?("hit_ratio") && !spec.key?("value") }
          return ["/keys/#{empty.first}", "needs a value to fill its share of keys with"] if empty

          name, wrong = @texts.filter_map { |key, text| [key, KeyTable.key_fault(text)] if KeyTable.key_fault(text) }.first
          return ["/keys/#{origin(name)}", wrong] if wrong

          duplicates = @texts.group_by(&:last).values.find { |group| group.size > 1 }
          duplicates && ["/keys/#{origin(duplicates[1].first)}", "is the same key as #{duplicates[0].first}"]
        end

        private

        def without_text?(spec) = !spec.key?("text") && !spec.key?("bytes")

        def set?(name) = @specs[name]&.key?("count")

        def origin(name) = @specs.key?(name) ? name : name.sub(/\d+\z/, "")

        def expand(name, spec)
          return [[name, text(spec, name, 1)]] unless spec["count"]

          Array.new(spec["count"]) { |at| ["#{name}#{at + 1}", text(spec, name, at + 1)] }
        end

        def text(spec, name, number)
          plain = spec["text"] ? spec["text"] * (spec["times"] || 1) : generated(spec, name, number)
          "#{plain}#{spec["suffix"]}".freeze
        end

        # The key ends in its number, so that the keys of a set differ however short they are.
        def generated(spec, name, number)
          width = spec.fetch("count", 1).to_s(36).size
          ending = number.to_s(36).rjust(width, "0")
          filler = Digest::SHA256.hexdigest("#{@seed} #{name} #{number}") * 4
          filler[0, [spec["bytes"] - width, 0].max] + ending
        end
      end
    end
  end
end
