# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts the work of a client by the places of its source, as its driver traces them. Each subclass is a kind of trace.
      class Trace
        METRICS = [].freeze
        PROGRAMS = [].freeze
        PACKAGE = nil
        SLOWDOWN = 20
        NATIVE = false
        SHARED = false
        WATCH = [].freeze
        # Calls that are traced.
        CALLS = 500

        #: (Host::Keeper) -> void
        def initialize(_keeper); end

        #: (Vocabulary::Language) -> Array[String]
        def argv(_language) = []

        # Array[Hash]: the sites of the block. Raises Uncountable if there are none.
        #: (Integer) { () -> Hash[String, Object] } -> Array[Hash]
        def count(_pid)
          yield["trace"] || raise(Uncountable, "the driver of this language does not trace #{self.class::TRACE}")
        end

        # The methods that are called.
        class Calls < Trace
          TRACE = "calls"
        end

        # The lines that run.
        class Lines < Trace
          TRACE = "lines"
        end

        # The memory that is allocated. If a language needs variables for it, the process has them. Each allocation is traced,
        # so that a call takes long.
        class Allocations < Trace
          TRACE = "allocations"
          CALLS = 100

          #: (Vocabulary::Language) -> Array[String]
          def argv(language) = Runtime.new(nil).argv(language)
        end
      end
    end
  end
end
