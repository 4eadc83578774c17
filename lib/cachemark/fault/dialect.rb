# frozen_string_literal: true

module Cachemark
  module Fault
    # A script's calls in the words of a kind of client: a store's own where it is one. The history keeps the script's.
    module Dialect
      STORE = { "set" => "write", "get" => "read", "get_multi" => "read_multi", "incr" => "increment",
                "decr" => "decrement" }.freeze
      # A store's add is a write that leaves what is there.
      ADD = { "op" => "write", "unless_exist" => true }.freeze
      private_constant :STORE, :ADD

      # kind: "client" or "store".
      #: (Array[Hash], String) -> Array[Hash]
      def self.spoken(steps, kind) = kind == "store" ? steps.map { |step| store(step) } : steps

      def self.store(step)
        together = step["together"] or return call(step)

        { **step, "together" => { **together, "lanes" => together["lanes"].map { |lane| spoken(lane, "store") } } }
      end

      def self.call(step)
        return { **step, **ADD } if step["op"] == "add"

        { **step, **{ "op" => STORE[step["op"]] }.compact }
      end
      private_class_method :store, :call
    end
  end
end
