# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts the objects that a client allocates, and their bytes, as the runtime of its language reports them. Bytes take a
      # pass over all objects, so the process is not timed.
      class Runtime
        METRICS = %w[allocated_bytes allocations].freeze
        PROGRAMS = [].freeze
        PACKAGE = nil
        SLOWDOWN = 2
        NATIVE = false
        SHARED = true
        WATCH = %w[allocated_bytes].freeze

        #: (Host::Keeper) -> void
        def initialize(_keeper); end

        #: (Vocabulary::Language) -> Array[String]
        def argv(language) = language.counting.empty? ? [] : ["env", *language.counting.map { |pair| pair.join("=") }]

        # {"allocated_bytes" => Integer, "allocations" => Integer}, those that the driver reports. Raises Uncountable if there
        # are none.
        #: (Integer) { () -> Hash[String, Object] } -> Hash[String, Integer]
        def count(_pid)
          counts = yield.slice(*METRICS).compact
          counts.any? ? counts : raise(Uncountable, "the driver of this language does not report allocations")
        end
      end
    end
  end
end
