# frozen_string_literal: true

module Cachemark
  class Catalog
    class Scenario
      class Reader
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
      end
    end
  end
end
