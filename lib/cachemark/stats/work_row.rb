# frozen_string_literal: true

module Cachemark
  module Stats
    # What one cell does on the wire in an iteration, once nothing changes any more; `first`
    # has the figures in which its first iteration was another. Only "ok" carries figures.
    WorkRow = Value.define(
      :contender, :client, :scenario, :mode, :status,
      notation: nil, label: nil, section: nil, shown: true, reason: nil, footnotes: [].freeze,
      version: nil, runtime: nil, versions: {}.freeze, file: nil, digest: nil, calls: nil,
      commands: [].freeze, round_trips: nil, bytes_out: nil, bytes_in: nil, hits: nil, misses: nil, errors: nil,
      exceptions: nil, locks: nil, strangers: [].freeze, key_bytes: {}.freeze, in_flight: nil, first: {}.freeze
    ) do
      # Whether the row has figures.
      #
      #: () -> bool
      def ok? = status == "ok"
    end
  end
end
