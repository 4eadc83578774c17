# frozen_string_literal: true

module Cachemark
  module Live
    # What every view is: a stream, a clock, and a method `on_EVENT` for each event
    # that it makes something of. A stream that is gone ends no run.
    class View
      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        @io = io
        @clock = clock
        @began_s = clock.call
      end

      # Takes any event; those without a method of their own are passed over.
      #: (Symbol, **Object) -> void
      def tell(event, **facts)
        handler = :"on_#{event}"
        send(handler, **facts) if respond_to?(handler, true)
      rescue SystemCallError, IOError
        nil
      end
    end
  end
end
