# frozen_string_literal: true

module Cachemark
  class Catalog
    # The operations a step can name, by kind of scenario.
    module Operations
      KINDS = {
        "client" => %w[set get get_multi delete add incr decr],
        "store" => %w[read write fetch read_multi delete increment decrement]
      }.freeze
      MULTI = %w[get_multi read_multi].freeze
      WRITES = %w[set add write].freeze
      # What can be done with each of a scenario's pairs.
      EACH = %w[set get delete write read].freeze
      COUNTS = %w[incr decr increment decrement].freeze
      # A fetch without a value is a read, so it may lack one.
      TIMED = [*WRITES, "fetch"].freeze

      # The operation that puts a value, for the kind.
      #
      #: (String) -> String
      def self.writer(kind) = kind == "store" ? "write" : "set"
    end
  end
end
