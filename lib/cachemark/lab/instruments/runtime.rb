# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts the bytes that a client allocates, as the runtime of its language reports them. That takes a pass over all
      # objects, so the process is not timed.
      class Runtime
        METRICS = %w[allocated_bytes].freeze
        PROGRAMS = [].freeze
        PACKAGE = nil
        SLOWDOWN = 2
        NATIVE = false
        SHARED = true
        WATCH = METRICS

        #: (Host::Keeper) -> void
        def initialize(_keeper); end

        #: (Vocabulary::Language) -> Array[String]
        def argv(language) = language.counting.empty? ? [] : ["env", *language.counting.map { |pair| pair.join("=") }]

        # {"allocated_bytes" => Integer}. Raises Uncountable if the driver does not report them.
        #: (Integer) { () -> Hash[String, Object] } -> Hash[String, Integer]
        def count(_pid)
          counts = yield.slice(*METRICS)
          counts.values.all? ? counts : raise(Uncountable, "the driver of this language does not report allocated bytes")
        end
      end
    end
  end
end
