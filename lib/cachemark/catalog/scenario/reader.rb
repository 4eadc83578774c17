# frozen_string_literal: true

module Cachemark
  class Catalog
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
      end
    end
  end
end
