# frozen_string_literal: true

module Cachemark
  module Report
    module Run
      # Explains the figures of a run, by the method of its record (Stats::TimeMethod): `read_first` for the table, and the
      # origin of a `time` and of a `ratio`.
      class Meaning < Value.define(:read_first, :time, :ratio)
        LEAST = "the least code that does the same work on a raw socket"
        BELOW = "(clients in C, and clients without a timeout, can be below 1)."
        FIRST = new(
          read_first: "Time per call, lower is better; ± is half of the 95 % interval over fresh processes of this run. " \
                      "× socket is the cost relative to #{LEAST} #{BELOW}",
          time: "Time per call: the mean over fresh processes of what a call took in undisturbed stretches, without " \
                "garbage collection. ± is half of the 95 % interval over those processes. Two runs differ by more.",
          ratio: "× socket: the cost over that of socket, #{LEAST}, measured in the same rounds, with its 95 % interval."
        )
        CURRENT = new(
          read_first: "Time per call, lower is better: what a call costs undisturbed, garbage collection included. " \
                      "± is half of the 95 % interval over fresh processes, and covers the difference between two runs on " \
                      "this machine. × socket compares times without garbage collection with those of #{LEAST} #{BELOW}",
          time: "Time per call: what a call costs undisturbed, garbage collection included, each collection at one price. " \
                "± is half of the 95 % interval over fresh processes, and covers the difference between two runs on this " \
                "machine.",
          ratio: "× socket: the time without garbage collection over that of socket, #{LEAST}. A collection is not in it, " \
                 "because its time depends on the rest of the process. Both are measured in the same rounds. The interval " \
                 "is a 95 % interval, and covers the difference between two runs."
        )
        private_constant :LEAST, :BELOW, :FIRST, :CURRENT

        #: (Stats::Table) -> Meaning
        def self.of(table) = table.time_method == 1 ? FIRST : CURRENT
      end
    end
  end
end
