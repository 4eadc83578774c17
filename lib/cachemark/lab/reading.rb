# frozen_string_literal: true

module Cachemark
  module Lab
    # What servers have done, as they count it: their Work, and the bytes that they read (`bytes_in`)
    # and wrote (`bytes_out`), ours aside.
    class Reading < Value.define(:work, :bytes_in, :bytes_out)
      # Names in memcached's statistics.
      COUNTERS = [*Plan::Work::COUNTERS.values, "bytes_read", "bytes_written"].freeze

      # From numbers in the order of COUNTERS.
      #: (Array[Integer]) -> Reading
      def self.of(numbers)
        *work, bytes_in, bytes_out = numbers
        new(work: Plan::Work.of(work), bytes_in: bytes_in, bytes_out: bytes_out)
      end

      # What was done between two readings.
      #: (Reading) -> Reading
      def -(other)
        Reading.new(work: work - other.work, bytes_in: bytes_in - other.bytes_in, bytes_out: bytes_out - other.bytes_out)
      end
    end
  end
end
