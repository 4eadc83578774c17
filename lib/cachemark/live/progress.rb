# frozen_string_literal: true

module Cachemark
  module Live
    # How far a run is, in words: what has been told of it so far.
    class Progress
      #: (clock: #call) -> void
      def initialize(clock:)
        @clock = clock
        @began_s = clock.call
        @extent = "fresh processes 1"
      end

      # Measuring begins: the builds before it are not part of the time.
      #
      #: (Numeric?) -> void
      def start(total_s)
        @began_s = @clock.call
        @total_s = total_s
      end

      # Integer: the generation that runs, from 0.
      def generation=(number)
        @extent = "fresh processes #{number + 1}"
      end

      # A pair of fresh processes is complete; nil where nobody knows how many there will be, or how long it takes.
      #
      #: (Integer, ?of: Integer?, ?left_s: Numeric?) -> void
      def pair(number, of: nil, left_s: nil)
        @extent = ["pair #{number}#{" of #{of}" if of}", *("about #{clock(left_s)} left" if left_s)].join(", ")
      end

      # String: what is measured now.
      attr_writer :now

      # The first line of a screen.
      #
      #: () -> String
      def to_s
        time = [clock(@clock.call - @began_s), @total_s && clock(@total_s)].compact.join(" of ")
        [time, @extent, *("now #{@now}" if @now), "(Ctrl-C ends it and reports)"].join("  ")
      end

      private

      def clock(seconds) = format("%d:%02d", *seconds.round.divmod(60))
    end
  end
end
