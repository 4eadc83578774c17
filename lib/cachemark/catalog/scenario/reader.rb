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
          @data = Parameters.over(document.data, parameters)
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
          ).tap { check_set_form }
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

          both = %w[keys values wrap].find { |name| @data["pairs"] && @data[name] }
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
      end
    end
  end
end
