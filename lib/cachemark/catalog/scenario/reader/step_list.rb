# frozen_string_literal: true

module Cachemark
  class Catalog
    class Scenario
      class Reader
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
