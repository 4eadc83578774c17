# frozen_string_literal: true

module Cachemark
  module Plan
    class Model
      # The server as the model sees it: key name -> [value name, raw], or an
      # Integer for a counter.
      class Memory
        attr_reader :items

        #: (Hash[String, Hash], Hash) -> void
        def initialize(specs, items)
          @specs = specs
          @items = items.dup
        end

        # What a write leaves: raw numbers count.
        #
        #: (Hash) -> (Integer | [String, bool])
        def item(step)
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
