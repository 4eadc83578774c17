# frozen_string_literal: true

require "json"

module Cachemark
  module Vocabulary
    # Every operation that a scenario's step can name, by its name. The drivers read the same file.
    module Operations
      # One operation of a scenario's step, as protocol/operations.json has it.
      #
      # `kinds` are the kinds of scenario that offer it. `reply` is what a client answers: "value", "values" (of several keys),
      # "stored" or "number". `found` and `absent` name the counters of the server that one key moves when it is there, and when
      # it is not. `keys` is "one" or "many"; `value` is "needed", "optional" or nil. `raw`: only bytes can be given to it.
      # `number`: it takes `by` and `initial`. `each`: it can be made with each of a scenario's pairs. `replaces`: what it leaves
      # under a key does not depend on what was there.
      Operation = Value.define(:name, :kinds, :reply, :found, :absent, keys: "one", value: nil, ttl: false, raw: false,
                                                                       number: false, each: false, replaces: false) do
        # Whether one call takes several keys.
        def multi? = keys == "many"

        # Whether its reply holds values.
        def reads? = %w[value values].include?(reply)

        # Whether it makes the server look a key up as a read does.
        def looks_up? = found.include?("hits")

        # Whether it always sends a value.
        def writes? = value == "needed"

        # Whether a step may, or must, name a value.
        def value? = !value.nil?

        # Whether a step has a time to live: one that only sometimes writes has none when it does not.
        #
        #: (Hash[String, Object]) -> bool
        def ttl_in?(step) = ttl && (value != "optional" || step.key?("value"))
      end

      # Name of each counter in memcached's statistics.
      COUNTERS = { hits: "get_hits", misses: "get_misses", sets: "cmd_set", delete_hits: "delete_hits",
                   delete_misses: "delete_misses", incr_hits: "incr_hits", incr_misses: "incr_misses",
                   decr_hits: "decr_hits", decr_misses: "decr_misses", touch_hits: "touch_hits", touch_misses: "touch_misses",
                   cas_hits: "cas_hits", cas_misses: "cas_misses", cas_conflicts: "cas_badval" }.freeze

      ALL = ::JSON.parse(::File.read(::File.join(ROOT, "protocol", "operations.json"))).to_h do |name, facts|
        [name.freeze, Operation.new(name: name, **facts.transform_keys(&:to_sym))]
      end.freeze

      # "client" and "store".
      KINDS = ALL.values.flat_map(&:kinds).uniq.freeze

      class << self
        # Raises KeyError for a name that no operation has.
        #
        #: (String) -> Operation
        def [](name) = ALL.fetch(name)

        # Names of those that a kind of scenario offers.
        #
        #: (String) -> Array[String]
        def of(kind) = ALL.values.select { |one| one.kinds.include?(kind) }.map(&:name)

        # Names of those for which the block is true.
        #
        #: () { (Operation) -> bool } -> Array[String]
        def names(&) = ALL.values.select(&).map(&:name)

        # The operation that puts a value, for a kind.
        #
        #: (String) -> String
        def writer(kind) = kind == "store" ? "write" : "set"
      end
    end
  end
end
