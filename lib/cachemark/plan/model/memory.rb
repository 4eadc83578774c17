# frozen_string_literal: true

module Cachemark
  module Plan
    class Model
      # The server as the model sees it: key name -> [value name, raw], or an
      # Integer for a counter. All pairs fare alike: they are one item, without a name.
      class Memory
        # Hash; Integer or nil: how many pairs the scenario has.
        attr_reader :items, :pairs

        #: (Hash[String, Hash], Hash, ?pairs: Integer?) -> void
        def initialize(specs, items, pairs: nil)
          @specs = specs
          @items = items.dup
          @pairs = pairs
        end

        # What a write leaves: raw numbers count.
        #
        #: (Hash) -> (Integer | [String, bool])
        def item(step)
          return [step["each"], true] if step["each"]

          spec = @specs.fetch(step["value"])
          step["raw"] && spec["kind"] == "number" ? spec["number"] : [step["value"], step["raw"] == true]
        end

        # The final state of every key that a scenario touches, for `verify`.
        #
        #: (Catalog::Scenario) -> Array[Hash]
        def state(scenario)
          touched = (scenario.prelude + scenario.steps).flat_map { |step| step["keys"] || [step["key"]] }.uniq
          touched.map { |key| entry(key) }
        end

        private

        def entry(key)
          return { "each" => @items.key?(nil) ? "hit" : "miss" } if key.nil?

          case (item = @items[key])
          when nil then { "key" => key, "value" => nil }
          when Integer then { "key" => key, "number" => item, "raw" => true }
          else { "key" => key, "value" => item[0], "raw" => item[1] }
          end
        end
      end
    end
  end
end
