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

        # The objects that are allocated, where a language needs variables for it in a process with these.
        class Allocations < Trace
          TRACE = "allocations"

          #: (Vocabulary::Language) -> Array[String]
          def argv(language) = Runtime.new(nil).argv(language)
        end
      end
    end
  end
end
