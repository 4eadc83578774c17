# frozen_string_literal: true

module Cachemark
  module Lab
    # What a measurement needs beside its job: where things are kept and on what
    # it runs. `options` are the command's, by name; `suite` goes into the record;
    # `locks` are {contender id => lock text} to be rebuilt exactly; `resumed`: the record exists and is gone on with;
    # `calibration`: a sentence on what this machine was calibrated to see, or nil;
    # `marks`: {contender id => what a check found of it}, of those that returned wrong values.
    Settings = Value.define(:argv, :paths, :suite, :options, :record, locks: {}.freeze, resumed: false, calibration: nil,
                                                                     marks: {}.freeze) do
      # Integer: servers of the ring; one where it is the user's own.
      def servers = foreign ? 1 : options[:servers] || suite["servers"] || 1

      # String: the folder for what drivers print to stderr.
      def logs = File.join(paths.cache, "logs", File.basename(record, ".*"))

      # String or nil: what the user said of the cores.
      def placement = options[:placement]

      # [String, Integer] or nil: a server that is not ours.
      def foreign = options[:server]
    end
  end
end
