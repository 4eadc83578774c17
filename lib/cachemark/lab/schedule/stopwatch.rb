# frozen_string_literal: true

module Cachemark
  module Lab
    module Schedule
      # Seconds since a schedule began, and of what is done under it.
      class Stopwatch
        #: (#call) -> void
        def initialize(clock)
          @clock = clock
          @began_s = clock.call
        end

        #: () -> Float
        def elapsed_s = @clock.call - @began_s

        # How long the block takes.
        #: () { () -> void } -> Float
        def time
          before = @clock.call
          yield
          @clock.call - before
        end
      end
    end
  end
end
