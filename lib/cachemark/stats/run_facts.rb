# frozen_string_literal: true

module Cachemark
  module Stats
    # What a record's first line tells of its run, for the values that reports are made of.
    module RunFacts
      # String: the command that made the record.
      def command = run["command"]

      # String: the Cachemark that measured.
      def version = run["version"]

      # Hash: id, title, layout, iterations ... of the suite.
      def suite = run["suite"] || {}

      # Hash: the command's options.
      def options = run["options"] || {}

      # Hash: os, cpu, cores ... of the machine.
      def machine = run["machine"] || {}

      # Hash: argv, version ... of memcached.
      def server = run["server"] || {}

      # Hash: which cores were used, and whether anything is pinned.
      def placement = run["placement"] || {}
    end
  end
end
