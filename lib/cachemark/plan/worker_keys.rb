# frozen_string_literal: true

module Cachemark
  module Plan
    # A scenario's keys for each of several workers: no two workers have one in common, and a key is as long
    # as the scenario's, because its length is part of the work. The worker's number takes the place of
    # the key's last characters; where that makes keys of the scenario the same (k1 and k2), of those
    # one further from the end, and so on. A key that is too short gets the number behind it.
    module WorkerKeys
      class << self
        # {name => key} of each worker.
        #: (Hash[String, String], Integer) -> Array[Hash[String, String]]
        def of(keys, workers)
          numbers = Array.new(workers) { |worker| worker.to_s.rjust((workers - 1).to_s.size, "0") }
          (0..).each do |distance|
            made = numbers.map { |number| keys.transform_values { |key| numbered(key, number, distance).freeze }.freeze }
            return made.freeze if apart?(made, keys)
          end
        end

        private

        # Two names of one key stay so.
        def apart?(made, keys)
          made.flat_map { |own| own.values.uniq }.uniq.size == keys.values.uniq.size * made.size
        end

        # With the number as many characters from the end as `distance` says: as many as it has bytes, or
        # more bytes where a character has several.
        def numbered(key, number, distance)
          last = key.length - distance
          first = last - 1
          first -= 1 while first.positive? && key[first...last].bytesize < number.bytesize
          return "#{key}#{number}" if first.negative? || key[first...last].bytesize < number.bytesize

          "#{key[0...first]}#{number.rjust(key[first...last].bytesize, "0")}#{key[last..]}"
        end
      end
    end
  end
end
