# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts the work of a client by the places of its source, as its driver traces them. Each subclass is a kind of trace.
      class Trace < Base
        include Sites

        SLOWDOWN = 20
        CALLS = 500

        # Array[Hash]: the sites of the block. Raises Trouble if the driver reports none.
        #: (Integer) { () -> Hash[String, Object] } -> Array[Hash]
        def count(_pid)
          yield["trace"] || raise(Trouble.new("the driver of this language does not trace #{self.class::TRACE}",
                                              try: "add `trace` to it: protocol/spec.md"))
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

          def argv(language) = language.counting.empty? ? [] : ["env", *language.counting.map { |pair| pair.join("=") }]
        end
      end
    end
  end
end
