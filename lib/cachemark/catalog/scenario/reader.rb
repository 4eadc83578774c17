# frozen_string_literal: true

module Cachemark
  class Catalog
    class Scenario
      # Scenario file -> Scenario. Expands the words of the file: keys, key sets, lists of keys, sizes, and the published form
      # next to the corrected one. Parameters override the file; the published form has none.
      class Reader
        # `parameters` are canonical texts (Catalog::Parameters).
        #: (Document, ?Hash[String, String]) -> Scenario
        def self.read(document, parameters = {}) = new(document, parameters).scenario

        #: (Document, ?Hash[String, String]) -> void
        def initialize(document, parameters = {})
          @document = document
          @parameters = parameters
          @data = parameters.empty? ? document.data : Parameters.over(document.data, parameters)
        end

        # Raises Usage with file, line and path.
        #: () -> Scenario
        def scenario
          problem = neither_or_both || ValueTable.problem(@data["values"] || {})
          raise problem(*problem) if problem

          main = part(@data, "")
          Scenario.new(
            id: suffixed(id), label: suffixed(label), summary: @data.fetch("summary", ""), kind: kind, wrap: @data["wrap"],
            ttl: ttl, pairs: pairs, published: published, values: values.specs.dup.freeze, parameters: @parameters,
            hit_ratio: keys(@data).hit_ratio, seed: (seed if dealt?), stampede: stampede(main[:steps]), **main
          ).tap do
            check_set_form
            check_quiet if @data["wrap"] == "quiet"
          end
        end

        private

        def id = @data["id"] || File.basename(@document.path, ".*")

        def suffixed(name) = Vocabulary::ScenarioNotation.written(name, @parameters)

        # With parameters, the problem need not be in the file.
        def problem(pointer, what)
          return @document.problem(pointer, what) if @parameters.empty?

          Usage.new("#{suffixed(id)}: #{pointer.split("/").last} #{what}", try: "give its parameters other values")
        end

        # Pairs include their keys and values.
        def neither_or_both
          return ["", "needs keys or pairs"] unless @data["keys"] || @data["pairs"]

          both = %w[keys values wrap].find { |name| @data["pairs"] && @data[name] && @data[name] != "quiet" }
          ["/#{both}", "does not go together with pairs"] if both
        end

        def pairs = @data["pairs"] && Pairs.new(**@data["pairs"].transform_keys(&:to_sym))

        def kind = @data["kind"]

        def label = @data["label"] || id.split("/").last

        def ttl = @data.fetch("ttl", 0)

        def seed = @data.fetch("seed", 1)

        # A form that is not used is read nevertheless, so that its mistakes are found.
        def check_set_form
          given = @document.data["set_form"]
          part(given, "/set_form") if given && @parameters.empty?
        end

        # In a quiet block, a client waits for no reply. The creation of a counter with a first value has no quiet form.
        def check_quiet
          known = Vocabulary::Operations.names(&:quiet)
          @data["steps"].each_with_index do |step, at|
            raise problem("/steps/#{at}/initial", "does not go together with wrap: quiet") if step["initial"]
            next if known.include?(step["op"])

            raise @document.problem("/steps/#{at}/op", "is #{step["op"].inspect}, which always waits for its reply",
                                    try: "A quiet block has #{Vocabulary.list(known)}.")
          end
        end

        # All workers call each of the steps alone, so that they must have a value to compute.
        def stampede(steps)
          given = @data["stampede"] or return
          raise problem("/stampede", "does not go together with #{@data["pairs"] ? "pairs" : "wrap"}") if pairs || @data["wrap"]

          wrong = steps.find { |step| !computes?(step) } or return given.freeze
          raise problem("/stampede", "needs steps that compute the value of one key, and #{wrong["op"]} does not")
        end

        def computes?(step) = step["key"] && step["value"] && Vocabulary::Operations[step["op"]].reads?

        # Whether the seed decides more than the texts of keys.
        def dealt?
          keys = keys(@data)
          keys.words.any? { |name| keys.popular?(name) } || values.words.any? { |name| values.several?(name) }
        end

        def values = @values ||= SizedValues.new(@data["values"] || {}, seed: seed)

        def keys(data) = KeyTable.new(data["keys"] || @data["keys"] || {}, seed: seed)

        def part(data, pointer)
          keys = keys(data)
          raise problem(*keys.problem) if keys.problem

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
              return ["/values/#{name}/own", "does not go together with number"] if spec["own"] && spec["kind"] == "number"

              return ["/values/#{name}/bytes", "must be #{Sizes.forms}"] if spec.key?("bytes") && Sizes.of(spec["bytes"]).nil?
              return ["/values/#{name}/compressible", "needs bytes"] if spec.key?("compressible") && !spec.key?("bytes")
              return ["/values/#{name}", "grows to more than a million items"] if items(spec) > 1_000_000
            end
            nil
          end

          def self.items(spec) = spec["kind"] == "nested" ? spec["items"]**spec["depth"] : spec.fetch("items", 0)
          private_class_method :items
        end

        # The `values` of a scenario file with their sizes as numbers. A value of several sizes becomes one for each size. They
        # are dealt to keys so that the sizes of a group of keys are those of the distribution: of n keys, each gets the middle
        # of another n-th.
        class SizedValues
          # The specs of all values by their names, as far as `name` has named them; those of one size always.
          #: () -> Hash[String, Hash]
          attr_reader :specs

          #: (Hash[String, Hash], seed: Integer) -> void
          def initialize(specs, seed:)
            @seed = seed
            @given = specs
            @sizes = specs.select { |_, spec| spec.key?("bytes") }.transform_values { |spec| Sizes.of(spec["bytes"]) }
            @specs = specs.reject { |name, _| several?(name) }.to_h { |name, spec| [name, sized(spec, @sizes[name]&.fixed)] }
            @dealt = {}
          end

          # The names of the file's values.
          #: () -> Array[String]
          def words = @given.keys

          # The name of the value that a key gets. `place` is the key's group, its number in the group and the group's size.
          #: (String, [String, Integer, Integer]) -> String
          def name(value, place)
            return value unless several?(value)

            bytes = dealt(value, *place)
            "#{value} #{bytes}".tap { |name| @specs[name] ||= sized(@given[value], bytes) }
          end

          # Whether a value has several sizes.
          #: (String) -> bool
          def several?(value) = @sizes.key?(value) && @sizes[value].fixed.nil?

          private

          def sized(spec, bytes) = (bytes ? spec.merge("bytes" => bytes) : spec).freeze

          def dealt(value, group, number, count)
            sizes = (@dealt[[value, group]] ||= begin
              middles = Array.new(count) { |at| @sizes[value].at((at + 0.5) / count) }
              Popularity.shuffled(middles, "#{@seed} #{value} #{group}")
            end)
            sizes[number]
          end
        end

        # Expands the steps of a scenario file into one Hash for each call. A list of keys, or a key set, becomes one call
        # for each key, except for multi-key operations. A list of values is dealt to the keys in turn. In a scenario with
        # pairs, a step stays a single Hash, however many calls it makes.
        class StepList
          #: (Document, kind: String, keys: KeyTable, values: SizedValues, ttl: Integer, ?pairs: bool) -> void
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
                fresh.concat(all_names(step, pointer)) if operation.replaces && !step["each"]
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
            plain = complete(step).except("key", "keys", "value")
            return [several(plain, step, pointer)] if Vocabulary::Operations[step["op"]].multi?

            names = names(step, pointer) { |name| @keys.calls(name) }
            names.zip(values(step, names) || []).map do |name, value|
              plain.merge({ "key" => name, "value" => value }.compact).freeze
            end
          end

          # One call with all keys. Clients take keys with values as a mapping, which has each key once.
          def several(plain, step, pointer)
            popular = given(step).find { |name| @keys.popular?(name) }
            raise @document.problem(pointer, "takes all keys of #{popular} at once, so that they have no popularity") if popular

            names = all_names(step, pointer)
            twice = names.tally.find { |_, count| count > 1 }&.first if Vocabulary::Operations[plain["op"]].changes?
            raise @document.problem(pointer, "names #{twice} twice in one call") if twice

            plain.merge({ "keys" => names.freeze, "values" => values(step, names) }.compact).freeze
          end

          # The value of each key, in the size of that key; nil for a step without values.
          def values(step, names)
            given = Array(step["value"])
            names.zip(given.cycle).map { |name, value| @values.name(value, @keys.place(name)) }.freeze if given.any?
          end

          def each(step, pointer)
            raise @document.problem("#{pointer}/each", "needs the scenario's pairs, and it has none") unless @pairs
            raise @document.problem(pointer, "needs each: pairs") unless step["each"]

            wrong = (step.keys & %w[key keys value by initial unless_exist race_condition_ttl]).first
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
            race_condition(step, "#{pointer}/race_condition_ttl") if step["race_condition_ttl"]
          end

          def race_condition(step, pointer)
            fetches = @kind == "store" && step["op"] == "fetch" && step["value"]
            raise @document.problem(pointer, "belongs to a store's fetch with a value") unless fetches
            return if complete(step)["ttl"]&.positive?

            raise @document.problem(pointer, "does nothing, as the value never expires", try: "give the step a ttl")
          end

          def operation(name, pointer)
            return if known.include?(name)

            raise @document.problem("#{pointer}/op", "is #{name.inspect}, not an operation of a #{@kind} scenario",
                                  try: Suggest.sentence(name, known))
          end

          def refuse_growth(step, fresh, pointer)
            grown = (all_names(step, pointer) - fresh).first or return
            raise @document.problem(pointer, "makes #{grown} longer in each iteration",
                                    try: "put { op: set, key: #{grown}, value: #{Array(step["value"]).first}, raw: true } " \
                                         "before it in steps (the prelude runs once per block)")
          end

          def known = Vocabulary::Operations.of(@kind)

          def value(step, pointer)
            names = Array(step["value"])
            operation = Vocabulary::Operations[step["op"]]
            raise @document.problem(pointer, "needs a value") if names.empty? && operation.writes?
            raise @document.problem("#{pointer}/value", "does not belong to #{step["op"]}") if names.any? && !operation.value?
            if operation.raw && !step["raw"]
              raise @document.problem("#{pointer}/raw", "must be true: #{step["op"]} puts bytes to bytes")
            end
            unknown = (names - @values.words).first or return
            raise @document.problem("#{pointer}/value", "is #{unknown.inspect}, which is not among values",
                                  try: Suggest.sentence(unknown, @values.words))
          end

          def given(step) = step["keys"] || [step["key"]].compact

          # The keys that the block finds for each name of a step.
          def names(step, pointer)
            raise @document.problem(pointer, "needs a key") if given(step).empty?

            given(step).flat_map { |name| yield(name) || (raise unknown_key(name, step, pointer)) }
          end

          def all_names(step, pointer) = names(step, pointer) { |name| @keys.names(name) }

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
      end
    end
  end
end
