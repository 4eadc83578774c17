# encoding: utf-8
module CachemarkDriver
  module Modes
    # What came of letting all workers go at once: when (ns of the clock), the Meter's Hash of what was used meanwhile,
    # the Hash of what was watched, and each worker's answer.
    Race = Struct.new(:start, :meter, :seen, :results) do
      # What was used, less what the ruler itself takes.
      def used(own = {})
        meter.merge(own) { |_, all, empty| all && [all - empty, 0].max }
      end
    end
  end
end
