# frozen_string_literal: true

module Cachemark
  module Plan
    # Keys on a server of somebody else's: each cell's have a prefix of their own, and a
    # namespace stands before that. What grows beyond memcached's limit is refused, or
    # silently hashed, by the client.
    module ForeignKeys
      # Bytes of a cell's prefix: four of the run, three or more of the cell, a colon.
      PREFIX_BYTES = 8
      # The most that memcached takes.
      MOST_BYTES = 250

      # The first cell with a key that would be too long, that key's name and its bytes; nil for none.
      #: (Array[Cell]) -> [Cell, String, Integer]?
      def self.too_long(cells)
        cells.each do |cell|
          name, bytes = longest(cell)
          return [cell, name, bytes] if bytes && bytes + before(cell) > MOST_BYTES
        end
        nil
      end

      # [name, bytes] of a cell's longest key.
      def self.longest(cell)
        return ["of a pair", cell.scenario.pairs.key_bytes] if cell.scenario.pairs

        keys = (cell.worker_keys || [cell.scenario.keys]).flat_map(&:to_a)
        keys.map { |name, key| [name, key.bytesize] }.max_by(&:last)
      end
      private_class_method :longest

      # A client puts a colon between namespace and key.
      def self.before(cell)
        namespace = cell.contender.options["namespace"]
        PREFIX_BYTES + (namespace ? namespace.bytesize + 1 : 0)
      end
      private_class_method :before
    end
  end
end
