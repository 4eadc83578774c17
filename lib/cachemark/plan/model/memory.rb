# frozen_string_literal: true

module Cachemark
  module Plan
    class Model
      # The server's content in the model: key name -> item. All pairs get the same replies, so they are one item, whose key
      # is nil. An item is one of these:
      # - [name of a value, raw?]
      # - [names of values, true] after bytes were appended or prepended
      # - an Integer for a counter
      # - UNKNOWN
      class Memory
        # Bytes that equal no value of the scenario.
        UNKNOWN = :unknown

        # Hash: the items. Integer or nil: the number of pairs of the scenario.
        attr_reader :items, :pairs

        #: (Hash[String, Hash], Hash, ?pairs: Integer?) -> void
        def initialize(specs, items, pairs: nil)
          @specs = specs
          @items = items.dup
          @pairs = pairs
        end

        # The item after a write. A raw number becomes a counter.
        #: (Hash) -> (Integer | [String, bool])
        def item(step)
          return [step["each"], true] if step["each"]

          spec = @specs.fetch(step["value"])
          step["raw"] && spec["kind"] == "number" ? spec["number"] : [step["value"], step["raw"] == true]
        end

        # {key => item} after a call that writes a value to each of its keys.
        #: (Hash) -> Hash[String, Object]
        def items_of(step)
          step["keys"].zip(step["values"]).to_h { |key, value| [key, item(step.merge("value" => value))] }
        end

        # The item after a value's bytes were appended or prepended to it. The block puts both in order.
        #: (Object, Hash) { ([Array, Array]) -> Array } -> Object
        def joined(item, step)
          more = item(step)
          return Integer(yield([item], [more]).join, 10) if item.is_a?(Integer) && more.is_a?(Integer)
          return UNKNOWN unless item.is_a?(Array) && item.last

          [yield(Array(item.first), [step["value"]]), true]
        end

        # The final state of every key that a scenario touches, for `verify`.
        #: (Catalog::Scenario) -> Array[Hash]
        def state(scenario)
          touched = (scenario.prelude + scenario.steps).flat_map { |step| step["keys"] || [step["key"]] }.uniq
          touched.reject { |key| @items[key] == UNKNOWN }.map { |key| entry(key) }
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
